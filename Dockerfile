# syntax=docker/dockerfile:1

FROM node:22-bookworm-slim AS build
WORKDIR /srv/funnels
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY tsconfig.json ./
COPY compiler compiler
COPY funnels funnels
COPY runtime runtime
COPY schema schema
COPY server server
# What pages have to know of where they will be; see .env.example.
ARG API_HOST= AI_API_HOST= TESTER_CODE_SHA256= MAX_PAY_ADDRESS= OFFLINE=
RUN node compiler/bin.mjs build --for caddy --root /srv/funnels/dist --api api-1:4173 api-2:4173 \
  && cp -rL dist /built

# The files alone, for `compose.yaml`.
FROM caddy:2-alpine AS web
COPY deploy/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /built /srv/funnels/dist

FROM node:22-bookworm-slim AS packages
WORKDIR /srv/funnels
COPY package.json package-lock.json ./
# All else is in the bundle.
RUN npm ci --omit=dev \
  && mkdir -p /packages/@electric-sql \
  && cp -r node_modules/@electric-sql/pglite /packages/@electric-sql/ \
  && for name in sharp @img detect-libc semver; do cp -r "node_modules/$name" /packages/; done

# The server: pages, API and, without DATABASE_URL, its own database in /data.
FROM node:22-bookworm-slim
ENV NODE_ENV=production PORT=4173 DATA_DIR=/data
WORKDIR /srv/funnels
COPY --from=packages /packages node_modules
COPY --from=build /built dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4173
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.mjs"]
