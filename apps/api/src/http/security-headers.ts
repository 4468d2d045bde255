import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * @param publicUrl decides whether browsers are told to insist on https: over plain loopback that would break the page
 * @param storageUrl documents are opened from, and uploaded to, the storage directly
 */
export function securityHeaders(publicUrl: string, storageUrl: string): RequestHandler {
  const isHttps = publicUrl.startsWith('https:');
  const storage = new URL(storageUrl).origin;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // The viewer of documents decodes fax and JBIG2 pages, as scanners make them, in WebAssembly; it is no `eval`.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // Positioned popovers set style attributes; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', storage],
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'", storage],
        frameSrc: ["'self'", 'blob:', storage],
        connectSrc: ["'self'", storage],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
