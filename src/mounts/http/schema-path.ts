// Where the schema of a document is served: name and version, so that another version is another document.
export const schemaPath = (name: string, version: number): string => `/schemas/${name}/${version}.json`;
