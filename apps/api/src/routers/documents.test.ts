import type { DocumentView, NestId, UserId } from '@dungji/contracts';
import { documentIn } from '@dungji/db/testing';
import { openStorage } from '@dungji/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, type Caller, NEST, openApiWorld } from '../testing/api-world.ts';

let world: ApiWorld;
let tenant: Caller;
let nestId: string;
let documentId: string;
beforeAll(async () => {
  world = await openApiWorld();
  tenant = await world.person();
  nestId = (await tenant.mutate<{ id: string }>('nests.create', NEST)).data.id;
  documentId = await documentIn(world.db, { userId: tenant.userId as UserId, nestId: nestId as NestId });
});
afterAll(() => world.close());

describe('documents', () => {
  it('list shows those of an own nest', async () => {
    const { data } = await tenant.query<DocumentView[]>('documents.list', { nestId });
    expect(data).toMatchObject([{ id: documentId, docType: 'REGISTRY', analysis: 'NONE' }]);
  });

  it('download gives a fresh link each time that opens the file under its name', async () => {
    const storage = openStorage({
      endpoint: world.env.S3_ENDPOINT,
      region: world.env.S3_REGION,
      bucket: world.env.S3_BUCKET,
      accessKeyId: world.env.S3_ACCESS_KEY_ID,
      secretAccessKey: world.env.S3_SECRET_ACCESS_KEY,
    });
    const key = `documents/${documentId}.pdf`;
    await storage.put(key, new TextEncoder().encode('%PDF-1.7 a register'), 'application/pdf');
    const { data } = await tenant.query<{ url: string; expiresAt: string }>('documents.download', {
      documentId,
    });
    expect(Date.parse(data.expiresAt)).toBeGreaterThan(Date.now());
    const file = await fetch(data.url);
    expect(await file.text()).toBe('%PDF-1.7 a register');
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('등기사항전부증명서.pdf'));
    await storage.delete(key);
    storage.close();
  });

  it('of somebody else are not found', async () => {
    const stranger = await world.person();
    for (const [path, input] of [
      ['documents.list', { nestId }],
      ['documents.download', { documentId }],
    ] as const) {
      const answer = await stranger.query(path, input);
      expect([answer.status, answer.error.data.reason]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
