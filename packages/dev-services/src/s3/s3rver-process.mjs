// The embedded development S3, as a process of its own: node s3rver-process.mjs <port> <folder> <bucket>.
// Plain JavaScript, so it starts without a compiler.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import S3rver from 's3rver';

const [port, directory, bucket] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });

// Browsers upload and download directly; whoever listens on loopback in development is trusted.
const anyOrigin = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
</CORSRule></CORSConfiguration>`;

const s3 = new S3rver({
  directory,
  silent: true,
  vhostBuckets: false,
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: bucket, configs: [anyOrigin] }],
});
await s3.configureBuckets();
const answer = s3.callback();

const server = createServer((request, response) => {
  // Lets a later start tell this server from any other on the same port. No bucket can have this name.
  if (request.url === '/__dungji') {
    response.end(JSON.stringify({ pid: process.pid, directory }));
    return;
  }
  answer(request, response);
});
server.listen(Number(port), '127.0.0.1');

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
