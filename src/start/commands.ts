// What the command line gets of the service (src/mounts/cli/service-build.ts): each command loads what it needs when it runs.
import type { ServiceBuild } from '../mounts/cli/service-build.ts';

export const serveCommand: ServiceBuild['serveCommand'] = async (flags, io) => (await import('./serve-command.ts')).serveCommand(flags, io);

export const workerCommand: ServiceBuild['workerCommand'] = async (io) => (await import('./serve-command.ts')).workerCommand(io);

export const takedownCommand: ServiceBuild['takedownCommand'] = async (order, io) => (await import('./takedown.ts')).takedown(order, io);

export const entitlementsCommand: ServiceBuild['entitlementsCommand'] = async (order, io) =>
  (await import('./entitlements.ts')).entitlements(order, io);

export const mcpOnStdio: ServiceBuild['mcpOnStdio'] = async (options) => (await import('./mcp.ts')).mcpOnStdio(options);
