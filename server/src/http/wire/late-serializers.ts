// The serializers of answers, made at their first use: making all of them took a quarter of a second of each start, and
// most processes never answer with most shapes.
import compileSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type SerializerFactory = NonNullable<Compilers['buildSerializer']>;

/** The framework's serializers, each made when something is first written with it. */
export const lateSerializers: SerializerFactory = (shared, options) => {
  const compile = compileSerializers()(shared, options as never);
  return (answer) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (value) => {
      serialize ??= compile(answer as never);
      return serialize(value);
    };
  };
};
