#!/bin/sh
# Base images for trying the files of deploy/ where no image registry can be reached: Debian by debootstrap,
# with Node and npm of this machine, Debian's Postgres and Caddy, under the names that the files ask for.
# They stand in for the real ones for a trial and for nothing else. As root, on Debian or Ubuntu, with
# podman, buildah and debootstrap; DEBIAN_MIRROR where the usual one does not do.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
node=$(readlink -f "$here/../../node_modules/.bin/node")

debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
# A proxy of one's company signs with a certificate of its own.
cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
mkdir -p "$work/root/usr/local/lib/node_modules" "$work/root/usr/local/etc"
cp "$node" "$work/root/usr/local/bin/node"
cp -r "$npm" "$work/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' > "$work/root/usr/local/etc/npmrc"
chroot "$work/root" groupadd --gid 1000 node
chroot "$work/root" useradd --uid 1000 --gid node --create-home node
tar -C "$work/root" -c . | podman import \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'CMD ["node"]' - docker.io/library/node:24-bookworm-slim

build() { buildah bud --format docker --isolation chroot --network host "$@"; }
build -f "$here/postgres.Dockerfile" -t docker.io/library/postgres:18 "$here"
build -f "$here/caddy.Dockerfile" -t docker.io/library/caddy:2 "$here"
