// What the service says of the command line leads to how it is had, in the form of each client.
import { expect } from 'chai';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const page = { headers: { accept: 'text/html' } };

describe('the command line, where the service names it', () => {
  let place: Place;
  let command: string;
  before(async () => {
    place = await mounted({ latest: async () => undefined });
    command = /npx axproof grade [^<\s]+/.exec((await ask(`${place.url}/`, page)).text)?.[0] ?? 'no command';
  });
  after(() => place.close());

  for (const path of ['/', '/llms.txt', '/llms-full.txt'])
    it(`is shown to agents by ${path}, as its page shows it to people`, async () => {
      expect((await ask(`${place.url}${path}`)).text)
        .to.include('use the command line')
        .and.include(`\`${command}\``);
    });

  it('is where an offer leads that names it as free', async () => {
    const { alternatives } = (await ask(`${place.url}/offers/attested-run`)).json();
    const { url } = alternatives.find(({ id }: { id: string }) => id === 'command-line');
    const { text } = await ask(url, page);
    expect(text)
      .to.include(command)
      .and.include(`id="${new URL(url).hash.slice(1)}"`);
    expect((await ask(url)).text).to.include(command);
  });
});
