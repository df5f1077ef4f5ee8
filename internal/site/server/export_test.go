package server

// Routes lists what a server answers, each as a method and a path, but for the
// files of the client.
func Routes() []string {
	var names []string
	for _, rt := range new(Server).routes() {
		names = append(names, rt.name())
	}
	return names
}
