import { parse, stringify } from 'devalue';

/**
 * The text codec of the WebSocket transport. Keeps what JSON loses: BigInt, typed arrays, Map, Set, undefined,
 * NaN and errors (name and message). Throws on text that is not of its making.
 */
export const encode = (value: unknown): string =>
  stringify(value, { Error: (error) => error instanceof Error && [error.name, error.message] });

/** @throws Error where the text is not one that `encode` made */
export const decode = (text: string): unknown =>
  parse(text, {
    Error: ([name, message]: [string, string]) => Object.assign(new Error(message), { name }),
  });
