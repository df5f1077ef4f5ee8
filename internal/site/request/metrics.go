package request

import "github.com/prometheus/client_golang/prometheus"

// metrics count what goes wrong with requests.
type metrics struct {
	refused *prometheus.CounterVec // by code
	floods  prometheus.Counter
	slow    prometheus.Counter
}

func newMetrics(to prometheus.Registerer) metrics {
	m := metrics{
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_refusals_total", Help: "Requests and messages refused, by code.",
		}, []string{"code"}),
		floods: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tain_floods_total", Help: "Times that an address or a person began to ask for too much.",
		}),
		slow: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tain_readers_dropped_total", Help: "Connections ended because an answer was not read.",
		}),
	}
	to.MustRegister(m.refused, m.floods, m.slow)
	return m
}
