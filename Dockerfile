# The hosted verifier as a container image. Not built here: no machine of this repository's CI runs a container engine. test/docs/deploy.test.ts holds its
# lines against the package, the settings and the rules of Dockerfiles; build it once before you rely on it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm pack --silent --ignore-scripts --pack-destination /tmp \
 && mkdir /package \
 && tar -xzf /tmp/axproof-*.tgz -C /package --strip-components=1 \
 && cp package-lock.json /package/ \
 && cd /package \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
# Where callers' specs are judged needs unshare, setpriv and prlimit (docs/adr/0012-containment.md); they are in util-linux, which the image has.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 AXPROOF_DATA=/data/store AXPROOF_KEYS=/data/keys
RUN mkdir -p /data && chown node:node /data
COPY --from=build --chown=root:root /package /opt/axproof
WORKDIR /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/opt/axproof/dist/axproof.js"]
CMD ["serve"]
