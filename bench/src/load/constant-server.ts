// Answers every request with the same few bytes: what the load generator is measured against.
import { createServer } from 'node:http';

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"success":true}');
}).listen(Number(process.env.PORT), '127.0.0.1');
