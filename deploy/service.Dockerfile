# One recipe for every service: docker build -f deploy/service.Dockerfile --build-arg SERVICE=ingress -t loyalty/ingress .
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.base.json ./
COPY packages packages
COPY services services
COPY schemas schemas
RUN npm ci --ignore-scripts --no-progress && npx tsc --build && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
ARG SERVICE
ENV NODE_ENV=production SERVICE=${SERVICE}
WORKDIR /app
COPY --from=build --chown=node:node /app /app
# A volume that is mounted here belongs to whom the folder belongs to.
RUN mkdir .loyalty && chown node:node .loyalty
USER node
EXPOSE 8080 9090
# exec makes node the process that gets SIGTERM; the room for young objects is explained in packages/stack/src/parts/service.ts.
CMD ["sh", "-c", "exec node --max-semi-space-size=64 services/${SERVICE}/dist/main.js"]
