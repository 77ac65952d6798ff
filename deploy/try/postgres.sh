#!/bin/sh
# What a trial needs of the real image's entry point: a cluster, a role, a database. See bases.sh.
set -eu
bin=/usr/lib/postgresql/15/bin
data=/var/lib/postgresql/data
as() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$data"
  install -o postgres -m 600 /dev/null /run/pw
  printf %s "$POSTGRES_PASSWORD" > /run/pw
  as $bin/initdb -D "$data" -U "$POSTGRES_USER" --pwfile=/run/pw --auth-local=trust --auth-host=scram-sha-256 > /dev/null
  rm /run/pw
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | as $bin/postgres --single -D "$data" postgres > /dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups $bin/postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
