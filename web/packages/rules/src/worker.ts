// The worker in a browser: the page's.
import "../../../src/rules/engine.worker";
