// Package request is what all HTTP handlers of the server share: it tells who
// asks, charges for the work, reads the request and writes the answer.
//
// A request gets an ID (request.go) and an account that it pays from
// (account.go). Its session comes from a cookie or a bearer token (identity.go),
// its language from the query, a cookie or the browser (language.go). A handler
// reads JSON with [Service.ReadJSON], takes its turn for heavy work with
// [Service.BeginWork] and answers with [Service.WriteJSON] or [Service.Write].
// Answers are compressed (encoding.go), counted while they wait to be read, and
// cut off if the client reads too slowly (flight.go). A handler that returns an
// error has it written as {"error": ...} with a status from one table
// (errors.go, failure.go).
//
// A [Route] ties a handler to its path, price and origin rules. The packages
// with handlers list their routes; package server puts them together.
package request
