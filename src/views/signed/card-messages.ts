// The messages of A2A 1.0 (a2a.proto) that an agent card consists of: the official SDKs sign a card as its message writes it, without members that A2A does not have.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';

/** plain: absent where it is false; set: there whenever it was given; messages of their own, alone, in a list, or by names. */
type Field = 'plain' | 'set' | { of: Message } | { named: Message };
interface Message {
  readonly [member: string]: Field;
}

const plain = (names: string): Message => Object.fromEntries(names.split(' ').map((name) => [name, 'plain' as const]));

const requirement: Field = { of: { schemes: { named: plain('list') } } };
const flow = (names: string): Field => ({ of: plain(`${names} refreshUrl scopes`) });

const SCHEME: Message = {
  apiKeySecurityScheme: { of: plain('description location name') },
  httpAuthSecurityScheme: { of: plain('description scheme bearerFormat') },
  oauth2SecurityScheme: {
    of: {
      ...plain('description oauth2MetadataUrl'),
      flows: {
        of: {
          authorizationCode: flow('authorizationUrl tokenUrl pkceRequired'),
          clientCredentials: flow('tokenUrl'),
          implicit: flow('authorizationUrl'),
          password: flow('tokenUrl'),
          deviceCode: flow('deviceAuthorizationUrl tokenUrl'),
        },
      },
    },
  },
  openIdConnectSecurityScheme: { of: plain('description openIdConnectUrl') },
  mtlsSecurityScheme: { of: plain('description') },
};

const CARD: Message = {
  ...plain('name description version defaultInputModes defaultOutputModes'),
  documentationUrl: 'set',
  iconUrl: 'set',
  supportedInterfaces: { of: plain('url protocolBinding tenant protocolVersion') },
  provider: { of: plain('url organization') },
  capabilities: {
    of: {
      streaming: 'set',
      pushNotifications: 'set',
      extendedAgentCard: 'set',
      extensions: { of: { ...plain('uri description required'), params: 'set' } },
    },
  },
  securitySchemes: { named: SCHEME },
  securityRequirements: requirement,
  skills: { of: { ...plain('id name description tags examples inputModes outputModes'), securityRequirements: requirement } },
};

function writeField(value: Json, field: Field): Json {
  if (typeof field === 'string') return value;
  if (Array.isArray(value)) return value.map((entry) => writeField(entry, field));
  if (!isObject(value)) return value;
  const out = Object.create(null) as JsonObject;
  for (const name of Object.keys(value)) {
    const own = 'named' in field ? { of: field.named } : Object.hasOwn(field.of, name) ? field.of[name]! : undefined;
    const inner = value[name]!;
    if (own !== undefined && (own === 'set' || inner !== false)) out[name] = writeField(inner, own);
  }
  return out;
}

/** The card as its message of A2A 1.0 writes it, without `signatures`; what is empty is still in it. */
export const asMessage = (card: JsonObject): Json => writeField(card, { of: CARD });
