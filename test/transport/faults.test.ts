// Every code by which Node names a fault, as the failure that an answer tells; and answers that are whole though more came.
import { createServer } from 'node:net';
import { expect } from 'chai';
import type { FailureCode, Method } from '../../src/contract/generated/types.ts';
import { UNCLEAR, unseenBy, unseenRobots } from '../../src/contract/unclear.ts';
import { type Phase, toFault } from '../../src/transport/live/fault.ts';
import { ask, rawServer } from './support.ts';

const limits = { connect: 3000, firstByte: 3000, exchange: 8000 };

describe('transport: names of faults', () => {
  const TABLE: [string, Phase, FailureCode][] = [
    ['ETIMEDOUT', 'connect', 'timed-out'],
    ['ETIMEDOUT', 'body', 'timed-out'],
    ['ECONNREFUSED', 'connect', 'connection-refused'],
    ['EHOSTUNREACH', 'connect', 'connection-refused'],
    ['ENETUNREACH', 'connect', 'connection-refused'],
    ['EADDRNOTAVAIL', 'connect', 'connection-refused'],
    ['ECONNRESET', 'tls', 'connection-reset'],
    ['ECONNRESET', 'headers', 'connection-reset'],
    ['EPIPE', 'headers', 'connection-reset'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'body', 'connection-reset'],
    ['HPE_INVALID_EOF_STATE', 'body', 'connection-reset'],
    ['HPE_HEADER_OVERFLOW', 'headers', 'headers-too-large'],
    ['HPE_INVALID_CONSTANT', 'headers', 'protocol-error'],
    ['HPE_INVALID_CHUNK_SIZE', 'body', 'protocol-error'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'tls-failed'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'headers', 'tls-failed'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'body', 'tls-failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'tls-failed'],
    ['CERT_HAS_EXPIRED', 'tls', 'tls-failed'],
    ['EPROTO', 'headers', 'tls-failed'],
    ['EAI_AGAIN', 'dns', 'dns-failed'],
    ['ENOTFOUND', 'connect', 'name-not-found'],
    ['EMFILE', 'connect', 'own-fault'],
    ['ENOBUFS', 'connect', 'own-fault'],
    ['EACCES', 'connect', 'own-fault'],
    ['ERR_INVALID_URL', 'dns', 'own-fault'],
    ['ERR_INVALID_CHAR', 'connect', 'own-fault'],
    ['', 'headers', 'protocol-error'],
  ];
  for (const [code, phase, name] of TABLE)
    it(`${code || 'no code'} in ${phase} is ${name}`, () => {
      const { failure, tls } = toFault(Object.assign(new Error('x'), { code }), phase);
      expect(failure).to.deep.equal({ code: name, phase, ...(code ? { detail: code } : {}) });
      expect(tls).to.deep.equal(name === 'tls-failed' ? { error: code } : undefined);
      const why = unseenBy(failure);
      expect(UNCLEAR).to.include.keys(why, unseenRobots(why));
    });

  it('no fault of ours is told of the target', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const answer = await ask(`http://127.0.0.1:${port}`, { headers: { 'x-a': '\u0000' } });
    expect(answer.failure).to.include({ code: 'own-fault' });
    expect(UNCLEAR[unseenBy(answer.failure!)]).to.include('the fault is its own');
    server.close();
  });
});

describe('transport: answers that end with their head', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  const ROWS: [string, Method, string, number][] = [
    ['a 204 with a length and a body', 'GET', 'HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\nabc', 204],
    ['a 204 in chunks', 'DELETE', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 204],
    ['a 304 with a body', 'GET', 'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\nabc', 304],
    ['a 304 with the length of what it spares', 'GET', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 3\r\n\r\n', 304],
    ['a HEAD answered with a body', 'HEAD', `${OK}content-length: 3\r\n\r\nabc`, 200],
    ['a HEAD answered in chunks', 'HEAD', `${OK}transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`, 200],
    ['a HEAD in a coding that is not read', 'HEAD', `${OK}content-encoding: zstd\r\ncontent-length: 3\r\n\r\n`, 200],
    ['a 204 in a coding that is not read', 'GET', 'HTTP/1.1 204 No Content\r\ncontent-encoding: zstd\r\n\r\n', 204],
    ['a HEAD of an event stream', 'HEAD', `${OK}content-type: text/event-stream\r\n\r\n`, 200],
  ];
  for (const [name, method, says, status] of ROWS)
    it(name, async () => {
      const raw = await rawServer((socket) => socket.write(says));
      const answer = await ask(raw.origin, { method, options: { limits } });
      expect(answer.status).to.equal(status);
      expect(answer).to.not.have.any.keys('failure', 'body', 'left', 'truncated');
      await raw.close();
    });

  const WHOLE: [string, string, string][] = [
    ['early hints before it', `HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n${OK}content-length: 2\r\n\r\nok`, 'ok'],
    ['a continue that nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${OK}content-length: 2\r\n\r\nok`, 'ok'],
    ['no body in a coding that is not read', `${OK}content-encoding: zstd\r\ncontent-length: 0\r\n\r\n`, ''],
    ['no body in gzip', `${OK}content-encoding: gzip\r\ncontent-length: 0\r\n\r\n`, ''],
    ['the body of a 500', 'HTTP/1.1 500 Error\r\ncontent-length: 2\r\n\r\nno', 'no'],
    ['the body of a 503', 'HTTP/1.1 503 Away\r\ntransfer-encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n', 'no'],
  ];
  for (const [name, says, text] of WHOLE)
    it(`a whole answer: ${name}`, async () => {
      const raw = await rawServer((socket) => socket.write(says));
      const answer = await ask(raw.origin, { options: { limits } });
      expect(answer.body).to.deep.equal({ text });
      expect(answer).to.not.have.any.keys('failure', 'truncated');
      await raw.close();
    });
});
