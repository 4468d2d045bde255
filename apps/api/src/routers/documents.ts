import {
  type Accepted,
  CreateUpload,
  DocumentRef,
  type DocumentView,
  ListDocuments,
  type UploadTicket,
} from '@dungji/contracts';
import { findDocument, findNest, listDocuments } from '@dungji/db';
import { completeUpload, createUpload } from '../documents/upload.ts';
import { Refusal } from '../errors.ts';
import { acceptingProcedure, procedure, router } from '../trpc.ts';

/** Long enough to click, open and print; short enough that a link passed on by mistake soon dies. */
const LINK_LIFE_SECONDS = 300;

export const documentsRouter = router({
  list: procedure.input(ListDocuments).query(async ({ ctx, input }): Promise<DocumentView[]> => {
    const { db } = ctx.deps;
    const { userId } = ctx.viewer;
    const { nestId } = input;
    if (nestId !== undefined && !(await findNest(db, { nestId, userId }))) throw new Refusal('NOT_FOUND');
    return listDocuments(db, { ...input, userId });
  }),

  createUpload: procedure
    .input(CreateUpload)
    .mutation(({ ctx, input }): Promise<UploadTicket> => createUpload(ctx.deps, ctx.viewer.userId, input)),

  completeUpload: acceptingProcedure
    .input(DocumentRef)
    .mutation(
      ({ ctx, input }): Promise<Accepted> => completeUpload(ctx.deps, ctx.viewer.userId, input.documentId),
    ),

  /** A fresh link at every click: a stored one would be dead by the time it is needed. */
  download: procedure
    .input(DocumentRef)
    .query(async ({ ctx, input }): Promise<{ url: string; expiresAt: string }> => {
      const { db, storage } = ctx.deps;
      const stored = await findDocument(db, { documentId: input.documentId, userId: ctx.viewer.userId });
      if (!stored) throw new Refusal('NOT_FOUND');
      const { url, expiresAt } = await storage.presignGet(stored.objectKey, {
        fileName: stored.document.fileName,
        contentType: stored.document.contentType,
        expiresInSeconds: LINK_LIFE_SECONDS,
      });
      return { url, expiresAt: expiresAt.toISOString() };
    }),
});
