# syntax=docker/dockerfile:1

# One image for the API and the workers; docker-compose.yml says which of them runs. Node runs their
# sources as they are: the web app alone is built.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /baton
COPY package.json package-lock.json .npmrc ./
# Without those of the web app's own package.json. Scripts are left out: no package of ours needs one to run, and none
# should run code while it is installed.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspaces=false --ignore-scripts

FROM node:24.21.0-trixie-slim AS web
WORKDIR /baton
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/package.json
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
COPY tsconfig.json ./
COPY contracts contracts
COPY docs docs
COPY examples/README.md examples/README.md
COPY CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md ./
COPY web web
RUN node web/build/main.ts

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production
# The Temporal SDK's core reads the system's certificates for TLS; the slim image has none.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /baton
COPY --from=packages /baton/node_modules node_modules
COPY package.json ./
COPY activities activities
COPY api api
COPY bus bus
COPY code code
COPY contracts contracts
COPY db db
COPY keys keys
COPY pipelines pipelines
COPY telemetry telemetry
COPY workers workers
COPY workflows workflows
COPY --from=web /baton/web/dist web/dist
USER node
EXPOSE 3000
CMD ["node", "api/server.ts"]
