# The shop in one image: about what Node and the picture libraries weigh. Runs as an ordinary user on a read-only root file system;
# everything it keeps is in /data, or in DATABASE_URL and MEDIA_URL.
# Pinned by digest: the same bytes on every machine. To update Node, change tag and digest together.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The image brings its own Node: the one from npm, and what only builds and tests need, stay behind.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node-linux-* features/*/web

FROM ${NODE_IMAGE}
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /shop
COPY --from=build --chown=root:root /shop/package.json ./
COPY --from=build --chown=root:root /shop/node_modules node_modules
COPY --from=build --chown=root:root /shop/dist dist
COPY --from=build --chown=root:root /shop/core/contract core/contract
COPY --from=build --chown=root:root /shop/core/server core/server
COPY --from=build --chown=root:root /shop/features features
COPY --from=build --chown=root:root /shop/platform platform
COPY --from=build --chown=root:root /shop/scripts scripts
COPY --from=build --chown=root:root /shop/demo demo
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "dist/shop/main.js"]
