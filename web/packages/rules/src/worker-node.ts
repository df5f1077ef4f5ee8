// The worker in Node: the page's, in a simulated global scope.
import "./node-scope";
import "../../../src/rules/engine.worker";
