# Debian's Postgres 15, the oldest that the service takes, in the place of postgres:18. See bases.sh.
FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-15 && rm -rf /var/lib/apt/lists/*
COPY postgres.sh /postgres.sh
CMD ["/postgres.sh"]
