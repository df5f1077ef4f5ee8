package rest

import "github.com/prometheus/client_golang/prometheus"

// metrics count analyses.
type metrics struct {
	analyses prometheus.Counter
	waiting  prometheus.Gauge
}

func newMetrics(to prometheus.Registerer) metrics {
	m := metrics{
		analyses: prometheus.NewCounter(prometheus.CounterOpts{Name: "tain_analyses_total", Help: "Analyses made for the API."}),
		waiting:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "tain_analyses_waiting", Help: "Analyses running or waiting."}),
	}
	to.MustRegister(m.analyses, m.waiting)
	return m
}
