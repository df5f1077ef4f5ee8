// The worker in a browser, the same as the page's.
import "../../../src/rules/engine.worker";
