// Package limit keeps clients from asking a server for more than their share.
//
// A request passes through it in this order. A [Limiter] accepts connections by
// address ([Limiter.Listen]) and counts the bytes of request headings while they
// are read. [Proxies] finds the client's address behind trusted proxies. The
// request then pays for its work in units (see the prices): from its address,
// from the IPv6 network of that address and from its person, or from what all
// strangers of the address share. Each has a token bucket that may go into debt,
// because some costs are known only afterwards ([Limiter.Charge]). Heavy work
// waits in a [WorkQueue], searches wait for their turn ([Turns]), and unread
// answers are held within a memory budget ([Limiter.Hold]). The frames of a
// WebSocket are counted before they are decoded ([Frames]), and so are the lines
// that clients cause in the log ([BoundedLog]).
//
// Nodes of a cluster report to each other what was spent ([Limiter.Share]), so
// that a client gets no more from several nodes than from one.
//
// Everything here is safe for concurrent use.
package limit
