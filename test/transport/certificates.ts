// Certificates that openssl makes for tests and the lab: a self-signed one, and one that ended long ago. Nothing outside a temporary folder is written.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Pair {
  key: string;
  cert: string;
}

export function selfSigned(folder: string, names: string): Pair {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', ...made, '-days', '2', '-subj', '/O=axproof test/CN=box.test', '-addext', `subjectAltName=${names}`],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** The same key, in a certificate that ended long ago; only openssl's small certificate authority can date it so. */
export function expired(folder: string, { key }: Pair): Pair {
  const file = (name: string): string => join(folder, name);
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('serial'), '01');
  const extensions = '[e]\nsubjectAltName=IP:127.0.0.1\n';
  const authority = `[ca]\ndefault_ca=d\n[d]\ndatabase=${file('index.txt')}\nnew_certs_dir=${folder}\nserial=${file('serial')}\ndefault_md=sha256\npolicy=p\n`;
  writeFileSync(file('ca.cnf'), `${authority}[p]\ncommonName=supplied\n${extensions}[req]\ndistinguished_name=n\n[n]\n`);
  const config = ['-config', file('ca.cnf')];
  execFileSync('openssl', ['req', '-new', ...config, '-key', file('key.pem'), '-subj', '/CN=old', '-out', file('old.csr')], {
    stdio: 'ignore',
  });
  const dates = ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'];
  const signing = ['ca', '-batch', '-selfsign', ...config, '-keyfile', file('key.pem'), '-extensions', 'e', ...dates, '-notext'];
  execFileSync('openssl', [...signing, '-in', file('old.csr'), '-out', file('old.pem')], { stdio: 'ignore' });
  return { key, cert: readFileSync(file('old.pem'), 'utf8') };
}
