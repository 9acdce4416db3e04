# syntax=docker/dockerfile:1
# The shell or one app with its own web server, deployed separately. Build:
# docker build -f deploy/docker/web.Dockerfile --build-arg APP=mfe-brand -t reelfair/mfe-brand .

FROM node:24.21.0-bookworm-slim AS build
ARG APP
WORKDIR /app
COPY package.json package-lock.json ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/rules/package.json libs/rules/
COPY libs/ui/package.json libs/ui/
COPY libs/web-kit/package.json libs/web-kit/
COPY ${APP}/package.json ${APP}/
RUN npm ci --workspace=${APP} --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./
COPY libs/contracts libs/contracts
COPY libs/rules libs/rules
COPY libs/ui libs/ui
COPY libs/web-kit libs/web-kit
COPY ${APP} ${APP}
RUN NODE_ENV=production npm run build --workspace=${APP}

FROM node:24.21.0-bookworm-slim
ARG APP
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
# Without a package.json that declares a module, Node parses the file twice.
COPY deploy/docker/package.json ./
COPY deploy/docker/src/serve-app.ts ./
COPY --from=build /app/${APP}/dist ./dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s --start-interval=2s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "serve-app.ts", "dist"]
