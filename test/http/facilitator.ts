// A facilitator of x402 on loopback that does what it is told to, and payments for it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const REQUIRED = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '10000',
  asset: '0xA5',
  payTo: '0xB0',
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC' },
};
export const GOOD = {
  verify: { isValid: true, payer: '0xC1' },
  settle: { success: true, transaction: '0xD2', network: 'eip155:84532', payer: '0xC1' },
};
export const written = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

let last = 0;
/** As ERC-3009 has it. */
export const nonceOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

export const payment = (nonce = nonceOf(0xabc000 + ++last), signature = '0xF0') => ({
  x402Version: 2,
  accepted: REQUIRED,
  payload: { signature, authorization: { from: `0x${'C1'.repeat(20)}`, nonce } },
});

export interface LocalFacilitator {
  env: { AXPROOF_X402_FACILITATOR: string; AXPROOF_X402_ACCEPTS: string };
  does: { verify: unknown; settle: unknown };
  /** Steps that it was asked for, and what `heard` said by then. */
  asked: [step: string, heard: number][];
  close(): void;
}

export async function localFacilitator(heard: () => number): Promise<LocalFacilitator> {
  function answer(request: IncomingMessage, response: ServerResponse): void {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const step = request.url!.slice('/x/'.length) as 'verify' | 'settle';
      const { x402Version, paymentRequirements } = JSON.parse(body);
      it.asked.push([x402Version === 2 && paymentRequirements.amount === REQUIRED.amount ? step : body, heard()]);
      const said = it.does[step];
      if (said === 'hangs') return;
      if (said === 'cuts') return void request.socket.destroy();
      if (typeof said === 'number') return void response.writeHead(said).end('{"success": true, "isValid": true}');
      response.writeHead(200, { 'content-type': 'application/json' }).end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  }
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const it: LocalFacilitator = {
    env: {
      AXPROOF_X402_FACILITATOR: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x/`,
      AXPROOF_X402_ACCEPTS: JSON.stringify([REQUIRED]),
    },
    does: GOOD,
    asked: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return it;
}
