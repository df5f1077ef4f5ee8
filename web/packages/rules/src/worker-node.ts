// The worker in Node: that of the page, in a scope that looks like its own.
import "./node-scope";
import "../../../src/rules/engine.worker";
