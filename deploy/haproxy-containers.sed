# Adapts haproxy-cluster.cfg to the containers of compose.yaml: sed -E -f haproxy-containers.sed haproxy-cluster.cfg >haproxy.cfg
# HAProxy finds containers by name, and looks them up again after they have been replaced and have another address.
s/^( +server (one|two|three)) 10\.0\.0\.[0-9]+:8080/\1 \2:8080 resolvers containers init-addr last,libc,none/
/^defaults$/i\
resolvers containers\
    parse-resolv-conf\
    hold valid 1s\

