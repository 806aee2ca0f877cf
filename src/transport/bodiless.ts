// Responses that never have a body, whatever their header fields say (RFC 9112, 6.3).
export const bodiless = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304;
