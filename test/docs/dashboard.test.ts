// The dashboard for Grafana names figures and labels that a service which graded something has.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { newFolder, served } from '../service/built.ts';
import { ROOT } from '../sources.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
}

const { panels } = JSON.parse(readFileSync(join(ROOT, 'docs/grafana-dashboard.json'), 'utf8')) as Dashboard;
/** Prometheus adds this one when it reads. */
const ADDED = ['instance'];

describe('the dashboard for Grafana', function () {
  this.timeout(60_000);
  let lines: string[] = [];

  before(async () => {
    const target = createServer((request, response) => {
      response.writeHead(request.url === '/llms.txt' ? 503 : 404).end();
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const service = await served(newFolder(), {}, { ahead: false });
    const json = { headers: { accept: 'application/json' } };
    await fetch(`${service.url}/127.0.0.1:${(target.address() as AddressInfo).port}`, json);
    await fetch(`${service.url}/no-domain`, json);
    lines = (await (await fetch(service.metricsUrl)).text()).split('\n').filter((line) => !line.startsWith('#'));
    await service.close();
    target.close();
  });

  for (const { title, targets } of panels)
    it(`shows what there is: ${title}`, () => {
      for (const { expr, legendFormat } of targets) {
        const names = expr.match(/\b(?:axproof|process|nodejs)_\w+/g) ?? [];
        expect(names, expr).to.have.length(1);
        const by = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [];
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label as string);
        const series = lines.filter((line) => line.startsWith(`${names[0]}{`) || line.startsWith(`${names[0]} `));
        expect(series, expr).to.not.deep.equal([]);
        for (const label of [...by, ...shown].filter((one) => !ADDED.includes(one)))
          expect(series.join('\n'), expr).to.match(new RegExp(`[{,]${label}="`));
      }
    });
});
