// The part of autocannon's interface that the load generator uses; the package ships no types.
declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?(request: Request): Request;
    onResponse?(status: number, body: string): void;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    requests: Request[];
  }
  interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
  }
  interface Running extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: object, status: number, bytes: number, ms: number) => void,
    ): this;
  }
  export default function autocannon(options: Options): Running;
}
