// The worker in Node: the page's worker in an emulated global scope.
import "./node-scope";
import "../../../src/rules/engine.worker";
