// The worker in a browser: that of the page.
import "../../../src/rules/engine.worker";
