// The headers of every request unless its source says otherwise: what Node's own fetch sends, so that nothing gives the verifier away.
export const AGENT = 'node';

export const defaultHeaders = (agent: string = AGENT): { [name: string]: string } => ({
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': agent,
  'accept-encoding': 'gzip, deflate',
});
