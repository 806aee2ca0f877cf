// The log of the service: one JSON object a line on stderr, since stdout says where to look. Target text is quoted before it gets here; pino escapes the rest.
import pino, { type Logger } from 'pino';

export const serviceLog = (level: string): Logger =>
  pino({ level, base: { service: 'axproof' }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
