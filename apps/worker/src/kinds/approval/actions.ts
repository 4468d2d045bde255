import { type DocumentsIssueTools, documentsIssue } from './actions/documents-issue.ts';
import { type HttpPostTools, httpPost } from './actions/http-post.ts';
import { sandboxApply } from './actions/sandbox-apply.ts';
import type { StepActions } from './step-action.ts';

export interface ActionTools extends HttpPostTools, DocumentsIssueTools {
  /** Null in production: there is no development world. */
  readonly sandboxUrl: string | null;
}

/** Everything a step of a card can do, on one screen. */
export function stepActions(tools: ActionTools): StepActions {
  return {
    'sandbox.apply': sandboxApply(tools.sandboxUrl, tools.call),
    'http.post': httpPost(tools),
    'documents.issue': documentsIssue(tools),
  };
}
