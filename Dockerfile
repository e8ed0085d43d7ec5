# syntax=docker/dockerfile:1
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY assets assets
RUN npm run build
# The model, checked, so that the container never has to fetch it.
RUN KIBITZ_MODEL_DIR=/models node dist/cli/main.js models pull maia3-5m

FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:20-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends stockfish tini && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown node:node /data
WORKDIR /app
ENV NODE_ENV=production KIBITZ_MODEL_DIR=/models KIBITZ_DATA_DIR=/data LOG_FORMAT=json
COPY --from=packages /app/node_modules node_modules
COPY --from=build /models /models
COPY --from=build /app/dist dist
COPY assets assets
COPY package.json LICENSE ./
USER node
VOLUME /data
# Says that all is well, too, where KIBITZ_METRICS_PORT is not set and nobody can be asked.
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["node", "dist/cli/main.js", "health"]
ENTRYPOINT ["tini", "--", "node", "dist/cli/main.js"]
CMD ["help"]
