// What documents say that things cost, and what a 402 asks for.
import { expect } from 'chai';
import fc from 'fast-check';
import type { ViewSource } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';

const URL_ASKED = 'https://a.example/r';
const source = (value: unknown, more: Partial<ViewSource> = {}): ViewSource => ({
  url: URL_ASKED,
  status: 200,
  headers: { 'content-type': 'application/json' },
  bytes: Buffer.from(JSON.stringify(value)),
  truncated: false,
  ...more,
});

type Price = { [name: string]: string };
const read = (from: ViewSource): { stated: Price[]; asked: Price[] } => {
  const reading = new AnswerReader(from).read('prices');
  if (!reading.ok) throw new Error(reading.code);
  return reading.value as never;
};

/** Thing, amount, currency, unit and form in one text. */
const told = ({ id, url, amount, currency, per, form }: Price): string =>
  [id ?? url?.replace('https://a.example', '') ?? '-', amount, currency, per, form].join(' ');
const stated = (value: unknown): string[] => read(source(value)).stated.map(told);
const asked = (value: unknown, headers = {}): string[] =>
  read(source(value, { status: 402, headers: { 'content-type': 'application/json', ...headers } })).asked.map(told);

const TOKEN = { scheme: 'exact', network: 'base', asset: '0xAB', amount: '1000' };
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

describe('views/prices', () => {
  const rows: [string, unknown, string[]][] = [
    ['an object', { id: 'a', price: { amount: '2.50', currency: 'USD' } }, ['a 2.5 USD once fraction']],
    ['a number', { id: 'a', price: { amount: 2.5, currency: 'usd' } }, ['a 2.5 USD once fraction']],
    ['a whole number', { id: 'a', price: { amount: '007', currency: 'USD' } }, ['a 7 USD once whole']],
    ['thousands, maybe', { id: 'a', price: { amount: '1.250', currency: 'USD' } }, ['a 1.25 USD once grouped']],
    [
      'two forms that can be one amount',
      [
        { id: 'a', price: '2 EUR' },
        { id: 'a', price: '2.00 EUR' },
      ],
      ['a 2 EUR once whole', 'a 2 EUR once fraction'],
    ],
    [
      'two forms that can be no one amount',
      [
        { id: 'a', price: '2 EUR' },
        { id: 'a', price: '9.50 EUR' },
      ],
      ['- 2 EUR once whole', '- 9.5 EUR once fraction'],
    ],
    ['terms of x402, of what lists them', { items: [{ resource: '/b', accepts: [TOKEN] }] }, ['/b 1000 eip155:8453/0xab once whole']],
    [
      'of a resource that is an object',
      { resource: { url: 'https://a.example/b#x' }, accepts: [TOKEN] },
      ['/b 1000 eip155:8453/0xab once whole'],
    ],
    [
      'terms with an address of their own',
      { resource: '/b', accepts: [{ ...TOKEN, resource: '/c' }] },
      ['/c 1000 eip155:8453/0xab once whole'],
    ],
    ['terms of what takes another method', { resource: '/b', method: 'POST', accepts: [TOKEN] }, ['- 1000 eip155:8453/0xab once whole']],
    [
      'the same, where it is said of what it takes',
      { resource: '/b', accepts: [TOKEN], extensions: { bazaar: { info: { input: { type: 'http', method: 'POST' } } } } },
      ['- 1000 eip155:8453/0xab once whole'],
    ],
    [
      'two amounts for one address',
      { resource: '/b', accepts: [TOKEN, { ...TOKEN, amount: '2000' }] },
      ['- 1000 eip155:8453/0xab once whole', '- 2000 eip155:8453/0xab once whole'],
    ],
    ['thousandths', { id: 'a', price: { amount: '0.250', currency: 'USD' } }, ['a 0.25 USD once fraction']],
    ['a text with its currency', { id: 'a', price: '2.50 EUR' }, ['a 2.5 EUR once fraction']],
    ['a text with its currency before it', { id: 'a', price: 'EUR 2.50' }, ['a 2.5 EUR once fraction']],
    ['a currency beside it', { id: 'a', price: 2, currency: 'EUR' }, ['a 2 EUR once whole']],
    ['in the thing itself', { id: 'a', amount: '2', currency: 'EUR' }, ['a 2 EUR once whole']],
    ['a unit', { id: 'a', unit: 'Call', price: { amount: '2', currency: 'EUR' } }, ['a 2 EUR call whole']],
    ['an interval', { id: 'a', price: { amount: '2', currency: 'EUR', interval: 'month' } }, ['a 2 EUR month whole']],
    ['a unit by another name', { id: 'a', billing: 'monthly', price: { amount: '2', currency: 'EUR' } }, ['a 2 EUR monthly whole']],
    [
      'two words on a unit',
      { id: 'a', billingPeriod: 'year', price: { amount: '2', currency: 'EUR', per: 'Seat' } },
      ['a 2 EUR seat year whole'],
    ],
    ['an address', { url: '/x#y', price: { amount: '2', currency: 'EUR' } }, ['/x 2 EUR once whole']],
    ['a token', { id: 'a', price: { amount: '2', currency: 'usdc' } }, ['a 2 usdc once whole']],
    ['x402', { offers: [TOKEN] }, ['- 1000 eip155:8453/0xab once whole']],
    [
      'in lists',
      [
        { id: 'a', price: '1 EUR' },
        { id: 'b', price: '2 EUR' },
      ],
      ['a 1 EUR once whole', 'b 2 EUR once whole'],
    ],
    [
      'the same twice',
      [
        { id: 'a', price: '1 EUR' },
        { id: 'a', price: '1 EUR' },
      ],
      ['a 1 EUR once whole', 'a 1 EUR once whole'],
    ],

    ['no tax, no discount and no fee', { id: 'a', price: '1 EUR', tax: 0, discount: 'none', fees: '' }, ['a 1 EUR once whole']],
    ['one of it', { id: 'a', quantity: 1, price: '1 EUR' }, ['a 1 EUR once whole']],
    ['the sum as well', { id: 'a', price: { amount: '1.50', total: 1.5, net: '1.5', currency: 'EUR' } }, ['a 1.5 EUR once fraction']],
    ['a unit in no word', { id: 'a', per: '', price: '1 EUR' }, ['a 1 EUR once whole']],

    ['nothing to tell it by', { price: '1 EUR' }, []],
    ['no currency', { id: 'a', price: { amount: '2' } }, []],
    ['a sign for a currency', { id: 'a', price: '$2' }, []],
    ['tiers', { id: 'a', price: '1 EUR', tiers: [] }, []],
    ['a discount', { id: 'a', price: { amount: 1, currency: 'EUR', originalAmount: 2 } }, []],
    ['a tax beside it', { id: 'a', price: '1 EUR', taxRate: 0.2 }, []],
    ['an estimate', { id: 'a', price: { amount: 1, currency: 'EUR', estimated: true } }, []],
    ['two of it', { id: 'a', quantity: 2, price: '1 EUR' }, []],
    ['another sum', { id: 'a', price: { amount: 1, total: 1.2, currency: 'EUR' } }, []],
    ['a range from nothing', { id: 'a', min: 0, price: '1 EUR' }, []],
    ['a range', { id: 'a', price: { min: 1, max: 2, amount: 1, currency: 'EUR' } }, []],
    ['a unit of objects', { id: 'a', price: '1 EUR', unit: { of: 1 } }, []],
    ['a number of seats', { id: 'a', price: '1 EUR', seats: 5 }, []],
    ['less than nothing', { id: 'a', price: { amount: -1, currency: 'EUR' } }, []],
    ['an exponent', { id: 'a', price: { amount: 1e30, currency: 'EUR' } }, []],
    ['without a tax', { id: 'a', price: { amount: 10, currency: 'EUR', vat_included: false } }, []],
    ['net and gross', { id: 'a', price: { amount: 10, currency: 'EUR', net: 10, gross: 11.9 } }, []],
    ['a sample', { samples: [{ id: 'a', price: '1 EUR' }] }, []],
    ['a POST', { method: 'POST', url: '/x', price: '1 EUR' }, []],
    ['up to', { offers: [{ ...TOKEN, scheme: 'upto' }] }, []],
    ['x402 without a network', { offers: [{ ...TOKEN, network: undefined }] }, []],
  ];
  for (const [name, value, prices] of rows)
    it(`reads what is stated: ${name}`, () => {
      expect(stated(value)).to.deep.equal(prices);
      expect(read(source(value)).asked).to.deep.equal([]);
    });

  it('gives no digits of an amount that may be rounded', () => {
    const digits = ['0.005', '12.345', '12.340', '1190'].map(
      (amount) => read(source({ id: 'a', price: { amount, currency: 'EUR' } })).stated[0]?.digits,
    );
    expect(digits).to.deep.equal([undefined, undefined, '1234', '119']);
  });

  it('gives the address of a thing with an id, and both where a 402 asks for it by both', () => {
    const price = '2 EUR';
    const of = ({ id, url, at, thing }: Price): unknown => [id, url, at, thing].map((one) => one ?? '-');
    const at = 'https://a.example/x';
    expect(read(source([{ id: 'a', url: '/x', price }])).stated.map(of)).to.deep.equal([['a', '-', at, ['a', at]]]);
    expect(read(source([{ url: '/x', price }])).stated.map(of)).to.deep.equal([['-', at, '-', '-']]);
    expect(read(source([{ id: 'a', method: 'POST', url: '/x', price }])).stated.map(of)).to.deep.equal([['a', '-', '-', '-']]);
    const asks = (value: unknown): unknown => read(source(value, { status: 402 })).asked.map(of);
    expect(asks({ price })).to.deep.equal([['-', URL_ASKED, URL_ASKED, '-']]);
    expect(asks({ id: 'a', price })).to.deep.equal([['a', URL_ASKED, '-', ['a', URL_ASKED]]]);
    expect(asks({ id: 'a', url: '/other', price })).to.deep.equal([['a', '-', '-', '-']]);
  });

  it('does not say which of several amounts is that of an address, whatever ids they have', () => {
    const both = [
      { id: 'a', url: '/x', price: '2 EUR' },
      { id: 'b', url: '/x', price: '3 EUR' },
    ];
    expect(read(source(both)).stated.map(({ at, thing }) => [at, thing])).to.deep.equal([
      [undefined, ['a', 'https://a.example/x']],
      [undefined, ['b', 'https://a.example/x']],
    ]);
  });

  it('does not say which of several amounts a thing costs', () => {
    const [first, second] = read(
      source([
        { id: 'a', price: '1 EUR' },
        { id: 'a', price: '2 EUR' },
        { id: 'a', price: '2 USD' },
      ]),
    ).stated;
    expect([first?.id, second?.id]).to.deep.equal([undefined, undefined]);
  });

  const charge = base64({ amount: '200', currency: 'USD' }).replaceAll('=', '');
  const challenge = `Payment id="c", realm="r", method="tempo", intent="charge", request="${charge}"`;
  const answers: [string, unknown, { [name: string]: string }, string[]][] = [
    ['an offer', { type: 'OFFER', id: 'a', price: '1 EUR' }, {}, ['a 1 EUR once whole']],
    ['an offer without an id', { type: 'OFFER', price: '1 EUR' }, {}, ['/r 1 EUR once whole']],
    ['an offer of another address', { type: 'OFFER', resource: '/other', price: '1 EUR' }, {}, []],
    ['x402 in the body', { x402Version: 1, accepts: [{ ...TOKEN, resource: URL_ASKED }] }, {}, ['/r 1000 eip155:8453/0xab once whole']],
    [
      'x402 in the header',
      {},
      {
        'payment-required': base64({
          x402Version: 2,
          resource: { url: URL_ASKED },
          accepts: [{ ...TOKEN, network: 'eip155:8453', payTo: 'x' }],
        }),
      },
      ['/r 1000 eip155:8453/0xab once whole'],
    ],
    ['a charge', {}, { 'www-authenticate': challenge }, ['/r 200 tempo:usd once whole']],
    ['a session', {}, { 'www-authenticate': challenge.replace('charge', 'session') }, []],
    ['the price of a crawler', {}, { 'crawler-price': 'USD 1.50' }, ['/r 1.5 USD once fraction']],
    ['what a crawler would pay', {}, { 'crawler-exact-price': 'USD 1.50' }, []],
  ];
  for (const [name, value, headers, prices] of answers)
    it(`reads what is asked for: ${name}`, () => {
      expect(asked(value, headers)).to.deep.equal(prices);
    });

  it('gives the price of the address that was asked, wherever redirects led', () => {
    const from = source({ price: '1 EUR' }, { status: 402, asked: 'https://a.example/before' });
    expect(read(from).asked.map(({ url }) => url)).to.deep.equal(['https://a.example/before']);
  });

  it('says nothing of a success that cannot be read, and is open about a 402 that was cut', () => {
    const half = { bytes: Buffer.from('{"price": '), truncated: true };
    expect(new AnswerReader(source({}, half)).read('prices')).to.include({ ok: false, code: 'shape' });
    expect(new AnswerReader(source({}, { ...half, status: 402 })).read('prices')).to.include({ ok: false, code: 'cut' });
  });

  it('is open where an amount is not exact', () => {
    const bytes = Buffer.from('{"id": "a", "price": {"amount": 9007199254740993, "currency": "EUR"}}');
    expect(new AnswerReader(source({}, { bytes })).read('prices')).to.deep.include({ places: [{ path: ['stated', 0], why: 'inexact' }] });
  });

  it('reads any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(200, 402), (value, status) => {
        const reading = new AnswerReader(source(value, { status })).read('prices');
        if (!reading.ok) throw new Error(reading.code);
      }),
    );
  });
});
