import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { services } from './stack.ts';
import { call, makeNest, query, signInAsTenant } from './tenant.ts';

const pdf = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]);

interface Ticket {
  documentId: string;
  url: string;
  headers: Record<string, string>;
}

test('a browser sends a file straight to the storage, and the document is its nest’s', async ({
  context,
}) => {
  const page = await signInAsTenant(context);
  const nestId = await makeNest(page, `올린 서류 ${Date.now()}`, '');
  const bytes = pdf();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const ticket = await call<Ticket>(page, 'documents.createUpload', {
    nestId,
    docType: 'REGISTRY',
    fileName: '스캔.pdf',
    contentType: 'application/pdf',
    sizeBytes: bytes.byteLength,
    sha256,
  });
  // Another origin: without the storage's consent the browser would not even send it.
  expect(new URL(ticket.url).origin).not.toBe(new URL(services().webUrl).origin);
  const put = (file: Buffer) =>
    page.evaluate(
      async ([{ url, headers }, base64]) => {
        const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        return (await fetch(url, { method: 'PUT', headers, body })).status;
      },
      [ticket, file.toString('base64')] as const,
    );
  expect(await put(bytes)).toBe(200);

  const accepted = await call<{ status: string; reused: boolean }>(page, 'documents.completeUpload', {
    documentId: ticket.documentId,
  });
  expect(accepted).toMatchObject({ status: 'PENDING', reused: false });
  await page.goto(`${services().webUrl}/nests/${nestId}`);
  await expect(page.getByRole('dialog').getByText('스캔.pdf')).toBeVisible({ timeout: 60_000 });

  // What was looked at stays, whatever the link still lets through.
  await put(pdf());
  const rows = await query<{ sha256: string }>('SELECT sha256 FROM document WHERE id = $1', [
    ticket.documentId,
  ]);
  expect(rows).toEqual([{ sha256 }]);
});
