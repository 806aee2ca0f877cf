// Responses that never have a body, whatever their header fields say (RFC 9112, 6.3). The body of a 205, which it should not have, is there.
export const bodiless = (method: string, status: number): boolean => method === 'HEAD' || status < 200 || status === 204 || status === 304;
