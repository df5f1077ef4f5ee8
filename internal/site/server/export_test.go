package server

import "context"

// Routes lists what a server answers, each as a method and a path, but for the
// files of the client.
func Routes() []string {
	var names []string
	for _, rt := range new(Server).routes() {
		names = append(names, rt.name())
	}
	return names
}

// Sweep looks after the sockets until the context ends, as Serve does.
func (s *Server) Sweep(ctx context.Context) { s.sweep(ctx) }

// FrameLengths counts the frames in what has arrived, piece by piece.
func FrameLengths(pieces [][]byte) (frames int) {
	f := &frameCounter{allow: func() bool { frames++; return true }}
	for _, p := range pieces {
		f.take(p)
	}
	return frames
}
