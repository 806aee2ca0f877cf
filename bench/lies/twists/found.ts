// Honest twists of operations that are found by way of another answer: by an id that a list gives, or by a further document.
import { describeMore, withoutExample } from '../classes/found.ts';
import { problem } from '../operations.ts';
import { of, type Twist, twist } from './twist.ts';

export const FOUND: readonly Twist[] = [
  twist('ids-from-lists', 'the document gives no example of an id, and the list has one', (site) => {
    for (const operation of site.operations) if (operation.kind === 'item') withoutExample(operation);
  }),
  twist('ids-gone', 'what a list has shown may be gone by now', (site) => {
    withoutExample(of(site, 'item'));
    site.routes.set(of(site, 'item').key, problem(404, 'Not Found'));
  }),
  twist('second-document', 'a second document describes what is there', (site) => describeMore(site, { json: [1, 2] })),
  twist('second-document-twin', 'a second document may be the first one in other words', (site) => {
    describeMore(site, { json: [1] });
    site.routes.set('GET /more/openapi.json', { json: { ...site.contract, info: { title: 'The same again', version: '1' } } });
  }),
  twist('second-document-gone', 'a second document that cannot be read is no reason to doubt the first', (site) => {
    describeMore(site);
    site.routes.set('GET /more/openapi.json', { type: 'application/wsdl+xml', body: '<definitions/>' });
  }),
];
