CREATE TABLE approval (
  id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'OPEN'::text,
  title text NOT NULL,
  summary text NOT NULL,
  plan jsonb NOT NULL,
  requested_by text NOT NULL,
  idempotency_key text,
  input_hash text,
  expires_at timestamp(3) with time zone NOT NULL,
  decided_by text,
  decided_at timestamp(3) with time zone,
  decision_note text,
  task_id text,
  last_error_code text,
  last_error_message text,
  restorable boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT accepted_has_a_task CHECK ((status <> ALL (ARRAY['ACCEPTED'::text, 'APPLIED'::text, 'FAILED'::text])) OR task_id IS NOT NULL),
  CONSTRAINT approval_names_its_decider FOREIGN KEY (decided_by) REFERENCES auth_user(id),
  CONSTRAINT approval_names_its_requester FOREIGN KEY (requested_by) REFERENCES auth_user(id),
  CONSTRAINT approval_names_its_task FOREIGN KEY (task_id) REFERENCES task(id),
  CONSTRAINT approval_pkey PRIMARY KEY (id),
  CONSTRAINT approval_status_is_known CHECK (status = ANY (ARRAY['OPEN'::text, 'ACCEPTED'::text, 'APPLIED'::text, 'FAILED'::text, 'REJECTED'::text, 'EXPIRED'::text])),
  CONSTRAINT decided_unless_open_or_expired CHECK ((status = ANY (ARRAY['OPEN'::text, 'EXPIRED'::text])) OR decided_by IS NOT NULL),
  CONSTRAINT decision_is_whole CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT error_only_after_a_failure CHECK (last_error_code IS NULL OR (status = ANY (ARRAY['FAILED'::text, 'REJECTED'::text, 'EXPIRED'::text]))),
  CONSTRAINT failed_has_an_error CHECK (status <> 'FAILED'::text OR last_error_code IS NOT NULL),
  CONSTRAINT key_goes_with_its_input CHECK ((idempotency_key IS NULL) = (input_hash IS NULL)),
  CONSTRAINT message_only_with_error CHECK (last_error_message IS NULL OR last_error_code IS NOT NULL),
  CONSTRAINT note_only_when_rejected CHECK (decision_note IS NULL OR status = 'REJECTED'::text),
  CONSTRAINT open_is_undecided CHECK (status <> 'OPEN'::text OR decided_by IS NULL AND task_id IS NULL),
  CONSTRAINT plan_is_a_list CHECK (jsonb_typeof(plan) = 'array'::text AND jsonb_array_length(plan) >= 1),
  CONSTRAINT restorable_only_when_failed CHECK (NOT restorable OR status = 'FAILED'::text),
  CONSTRAINT version_counts_from_one CHECK (version >= 1)
) WITH (fillfactor=80);
CREATE INDEX actionable_approval_by_expiry ON public.approval USING btree (expires_at, id) WHERE ((status = 'OPEN'::text) OR ((status = 'FAILED'::text) AND restorable));
CREATE INDEX approval_by_status ON public.approval USING btree (status, id);
CREATE INDEX approval_of_requester ON public.approval USING btree (requested_by, id);
CREATE UNIQUE INDEX one_card_per_key ON public.approval USING btree (requested_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX one_card_per_task ON public.approval USING btree (task_id) WHERE (task_id IS NOT NULL);

CREATE TABLE auth_account (
  id text NOT NULL,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "userId" text NOT NULL,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamp with time zone,
  "refreshTokenExpiresAt" timestamp with time zone,
  scope text,
  password text,
  "createdAt" timestamp with time zone NOT NULL DEFAULT now(),
  "updatedAt" timestamp with time zone NOT NULL,
  CONSTRAINT account_belongs_to_user FOREIGN KEY ("userId") REFERENCES auth_user(id) ON DELETE CASCADE,
  CONSTRAINT auth_account_pkey PRIMARY KEY (id)
);
CREATE INDEX account_of_user ON public.auth_account USING btree ("userId");

CREATE TABLE auth_apikey (
  id text NOT NULL,
  "configId" text NOT NULL,
  name text,
  start text,
  "referenceId" text NOT NULL,
  prefix text,
  key text NOT NULL,
  "refillInterval" integer,
  "refillAmount" integer,
  "lastRefillAt" timestamp with time zone,
  enabled boolean,
  "rateLimitEnabled" boolean,
  "rateLimitTimeWindow" integer,
  "rateLimitMax" integer,
  "requestCount" integer,
  remaining integer,
  "lastRequest" timestamp with time zone,
  "expiresAt" timestamp with time zone,
  "createdAt" timestamp with time zone NOT NULL,
  "updatedAt" timestamp with time zone NOT NULL,
  permissions text,
  metadata text,
  CONSTRAINT auth_apikey_pkey PRIMARY KEY (id)
);
CREATE INDEX apikey_by_config ON public.auth_apikey USING btree ("configId");
CREATE INDEX apikey_by_hash ON public.auth_apikey USING btree (key);
CREATE INDEX apikey_of_user ON public.auth_apikey USING btree ("referenceId");

CREATE TABLE auth_session (
  id text NOT NULL,
  "expiresAt" timestamp with time zone NOT NULL,
  token text NOT NULL,
  "createdAt" timestamp with time zone NOT NULL DEFAULT now(),
  "updatedAt" timestamp with time zone NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId" text NOT NULL,
  CONSTRAINT auth_session_pkey PRIMARY KEY (id),
  CONSTRAINT auth_session_token_is_unique UNIQUE (token),
  CONSTRAINT session_belongs_to_user FOREIGN KEY ("userId") REFERENCES auth_user(id) ON DELETE CASCADE
);
CREATE INDEX session_of_user ON public.auth_session USING btree ("userId");

CREATE TABLE auth_user (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  "emailVerified" boolean NOT NULL,
  image text,
  "createdAt" timestamp with time zone NOT NULL DEFAULT now(),
  "updatedAt" timestamp with time zone NOT NULL DEFAULT now(),
  role text NOT NULL DEFAULT 'member'::text,
  locale text NOT NULL DEFAULT 'ko'::text,
  CONSTRAINT auth_user_email_is_unique UNIQUE (email),
  CONSTRAINT auth_user_pkey PRIMARY KEY (id),
  CONSTRAINT locale_is_known CHECK (locale = ANY (ARRAY['ko'::text, 'en'::text])),
  CONSTRAINT role_is_known CHECK (role = ANY (ARRAY['member'::text, 'operator'::text, 'admin'::text])),
  CONSTRAINT user_id_has_its_prefix CHECK (id ~~ 'usr\_%'::text)
);

CREATE TABLE auth_verification (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  "expiresAt" timestamp with time zone NOT NULL,
  "createdAt" timestamp with time zone NOT NULL DEFAULT now(),
  "updatedAt" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT auth_verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_by_identifier ON public.auth_verification USING btree (identifier);

CREATE TABLE credit_account (
  user_id text NOT NULL,
  balance bigint NOT NULL,
  entries integer NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  mismatch_since timestamp(3) with time zone,
  CONSTRAINT account_belongs_to_user FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT account_has_an_entry CHECK (entries >= 1),
  CONSTRAINT balance_is_not_negative CHECK (balance >= 0),
  CONSTRAINT credit_account_pkey PRIMARY KEY (user_id)
) WITH (fillfactor=70);
CREATE INDEX credit_account_by_change ON public.credit_account USING btree (changed_at, user_id);
CREATE INDEX credit_account_mismatch ON public.credit_account USING btree (user_id) WHERE (mismatch_since IS NOT NULL);

CREATE TABLE credit_entry (
  user_id text NOT NULL,
  number integer NOT NULL,
  reference text NOT NULL,
  reason text NOT NULL,
  amount bigint NOT NULL,
  balance_after bigint NOT NULL,
  task_id text,
  granted_by text,
  note text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT balance_after_is_not_negative CHECK (balance_after >= 0),
  CONSTRAINT credit_entry_pkey PRIMARY KEY (user_id, number),
  CONSTRAINT each_reference_once UNIQUE (reference),
  CONSTRAINT entry_belongs_to_account FOREIGN KEY (user_id) REFERENCES credit_account(user_id),
  CONSTRAINT entry_names_its_task FOREIGN KEY (task_id) REFERENCES task(id),
  CONSTRAINT grant_has_a_key CHECK (reason <> 'GRANT'::text OR reference ~~ 'grant:_%'::text),
  CONSTRAINT grant_names_its_admin FOREIGN KEY (granted_by) REFERENCES auth_user(id),
  CONSTRAINT number_counts_from_one CHECK (number >= 1),
  CONSTRAINT only_a_charge_takes CHECK (
CASE
    WHEN reason = 'CHARGE'::text THEN amount < 0
    ELSE amount > 0
END),
  CONSTRAINT only_a_grant_is_explained CHECK (reason = 'GRANT'::text OR granted_by IS NULL AND note IS NULL),
  CONSTRAINT reason_is_known CHECK (reason = ANY (ARRAY['CHARGE'::text, 'REFUND'::text, 'GRANT'::text])),
  CONSTRAINT reference_names_the_task CHECK (reason = 'GRANT'::text OR reference = ((lower(reason) || ':'::text) || task_id)),
  CONSTRAINT task_unless_granted CHECK ((task_id IS NULL) = (reason = 'GRANT'::text))
);
CREATE INDEX credit_entry_by_age ON public.credit_entry USING btree (created_at, reason, amount);

CREATE TABLE document (
  id text NOT NULL,
  user_id text NOT NULL,
  nest_id text,
  doc_type text NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  pages integer,
  object_key text NOT NULL,
  task_id text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT doc_type_is_known CHECK (doc_type = ANY (ARRAY['REGISTRY'::text, 'LEDGER'::text, 'PICTURE'::text, 'VIDEO'::text])),
  CONSTRAINT document_belongs_to_nest FOREIGN KEY (nest_id) REFERENCES nest(id) ON DELETE CASCADE,
  CONSTRAINT document_belongs_to_user FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT document_has_its_own_object UNIQUE (object_key),
  CONSTRAINT document_names_its_object FOREIGN KEY (object_key) REFERENCES stored_object(key),
  CONSTRAINT document_pkey PRIMARY KEY (id),
  CONSTRAINT issued_iff_by_a_task CHECK ((source = 'ISSUED'::text) = (task_id IS NOT NULL)),
  CONSTRAINT pages_are_counted_from_one CHECK (pages >= 1),
  CONSTRAINT size_is_not_negative CHECK (size_bytes >= 0),
  CONSTRAINT source_is_known CHECK (source = ANY (ARRAY['ISSUED'::text, 'UPLOADED'::text]))
);
CREATE INDEX document_of_nest ON public.document USING btree (nest_id, doc_type, created_at, id);
CREATE INDEX document_of_user ON public.document USING btree (user_id, id);

CREATE TABLE document_analysis (
  document_id text NOT NULL,
  reader_version integer NOT NULL,
  registry jsonb,
  ledger jsonb,
  saved_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT a_document_is_one_thing CHECK (registry IS NULL OR ledger IS NULL),
  CONSTRAINT analysis_belongs_to_document FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  CONSTRAINT document_analysis_pkey PRIMARY KEY (document_id),
  CONSTRAINT reader_version_counts_from_one CHECK (reader_version >= 1)
);

CREATE TABLE document_text (
  document_id text NOT NULL,
  pages text[] NOT NULL,
  method text NOT NULL,
  saved_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT document_text_pkey PRIMARY KEY (document_id),
  CONSTRAINT method_is_known CHECK (method = ANY (ARRAY['TEXT_LAYER'::text, 'OCR'::text])),
  CONSTRAINT text_belongs_to_document FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE
);

CREATE TABLE event (
  stream text NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  task_id text,
  payload jsonb NOT NULL,
  CONSTRAINT event_pkey PRIMARY KEY (stream, seq),
  CONSTRAINT seq_counts_from_one CHECK (seq >= 1)
);
CREATE INDEX event_by_age ON public.event USING brin (at);
CREATE INDEX event_of_task ON public.event USING btree (task_id, at) WHERE (task_id IS NOT NULL);

CREATE TABLE generation (
  task_id text NOT NULL,
  provider_task_id text,
  provider_state text,
  handed_over_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  completed_at timestamp(3) with time zone,
  queries integer NOT NULL DEFAULT 0,
  next_check_at timestamp(3) with time zone,
  last_problem text,
  CONSTRAINT each_provider_task_once UNIQUE (provider_task_id),
  CONSTRAINT generation_belongs_to_task FOREIGN KEY (task_id) REFERENCES task(id) ON DELETE CASCADE,
  CONSTRAINT generation_pkey PRIMARY KEY (task_id),
  CONSTRAINT queries_count_from_zero CHECK (queries >= 0)
) WITH (fillfactor=70);
CREATE INDEX generation_by_next_check ON public.generation USING btree (next_check_at, task_id) WHERE (next_check_at IS NOT NULL);

CREATE TABLE idempotency (
  user_id text NOT NULL,
  procedure text NOT NULL,
  key text NOT NULL,
  input_hash text NOT NULL,
  task_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_names_its_task FOREIGN KEY (task_id) REFERENCES task(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_pkey PRIMARY KEY (user_id, procedure, key)
);
CREATE INDEX idempotency_of_task ON public.idempotency USING btree (task_id);

CREATE TABLE ledger_record (
  document_id text NOT NULL,
  record jsonb NOT NULL,
  CONSTRAINT ledger_record_pkey PRIMARY KEY (document_id),
  CONSTRAINT record_belongs_to_document FOREIGN KEY (document_id) REFERENCES document(id) ON DELETE CASCADE,
  CONSTRAINT record_is_an_object CHECK (jsonb_typeof(record) = 'object'::text)
);

CREATE TABLE nest (
  id text NOT NULL,
  user_id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  road_address text NOT NULL,
  detail_address text NOT NULL,
  building_type text NOT NULL,
  deposit_krw bigint NOT NULL,
  monthly_rent_krw bigint NOT NULL,
  landlord_name text NOT NULL,
  contract_from date NOT NULL,
  contract_to date NOT NULL,
  house_price_krw bigint,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT building_type_is_known CHECK (building_type = ANY (ARRAY['APARTMENT'::text, 'OFFICETEL'::text, 'VILLA'::text, 'MULTI_HOUSEHOLD'::text, 'DETACHED'::text])),
  CONSTRAINT contract_ends_after_it_begins CHECK (contract_from <= contract_to),
  CONSTRAINT money_is_not_negative CHECK (deposit_krw >= 0 AND monthly_rent_krw >= 0 AND house_price_krw >= 0),
  CONSTRAINT nest_belongs_to_user FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT nest_pkey PRIMARY KEY (id)
);
CREATE INDEX nest_of_user ON public.nest USING btree (user_id, id);

CREATE TABLE operator_action (
  id text NOT NULL,
  operator_id text NOT NULL,
  action text NOT NULL,
  task_id text,
  note text,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT action_names_its_operator FOREIGN KEY (operator_id) REFERENCES auth_user(id),
  CONSTRAINT decision_is_explained CHECK (action <> 'outcome.resolved'::text OR task_id IS NOT NULL AND note IS NOT NULL),
  CONSTRAINT detail_is_an_object CHECK (jsonb_typeof(detail) = 'object'::text),
  CONSTRAINT operator_action_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_action_of_task ON public.operator_action USING btree (task_id, id) WHERE (task_id IS NOT NULL);

CREATE TABLE stored_object (
  key text NOT NULL,
  purpose text NOT NULL,
  status text NOT NULL DEFAULT 'PLANNED'::text,
  task_id text,
  planned_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  stored_at timestamp(3) with time zone,
  deleting_since timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  has_document boolean NOT NULL DEFAULT false,
  CONSTRAINT deleted_at_iff_deleted CHECK ((deleted_at IS NOT NULL) = (status = 'DELETED'::text)),
  CONSTRAINT deleting_since_iff_being_deleted CHECK ((deleting_since IS NOT NULL) = (status = ANY (ARRAY['DELETING'::text, 'DELETED'::text]))),
  CONSTRAINT purpose_is_known CHECK (purpose = ANY (ARRAY['document'::text, 'screenshot'::text, 'trace'::text])),
  CONSTRAINT status_is_known CHECK (status = ANY (ARRAY['PLANNED'::text, 'STORED'::text, 'DELETING'::text, 'DELETED'::text])),
  CONSTRAINT stored_object_pkey PRIMARY KEY (key)
);
CREATE INDEX stored_object_of_task ON public.stored_object USING btree (task_id);
CREATE INDEX stored_object_without_document ON public.stored_object USING btree (planned_at, key) WHERE (NOT has_document);

CREATE TABLE stream (
  name text NOT NULL,
  last_seq bigint NOT NULL,
  CONSTRAINT seq_counts_from_one CHECK (last_seq >= 1),
  CONSTRAINT stream_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE sweep_run (
  id text NOT NULL,
  by text NOT NULL,
  at timestamp(3) with time zone NOT NULL DEFAULT now(),
  result jsonb NOT NULL,
  CONSTRAINT by_is_known CHECK (by = ANY (ARRAY['worker'::text, 'api'::text, 'operator'::text])),
  CONSTRAINT sweep_run_pkey PRIMARY KEY (id)
);
CREATE INDEX sweep_run_by_age ON public.sweep_run USING btree (at);

CREATE TABLE task (
  id text NOT NULL,
  kind text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING'::text,
  version integer NOT NULL DEFAULT 1,
  user_id text NOT NULL,
  input jsonb NOT NULL,
  result jsonb,
  error_code text,
  progress jsonb,
  nest_id text,
  doc_type text,
  document_id text,
  approval_id text,
  attempt integer NOT NULL DEFAULT 0,
  last_error_code text,
  last_attempt_at timestamp(3) with time zone,
  next_retry_at timestamp(3) with time zone,
  job_id text,
  worker_id text,
  boot_id text,
  worker_missing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  pending_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  started_at timestamp(3) with time zone,
  deadline_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  attempts_before integer NOT NULL DEFAULT 0,
  CONSTRAINT approval_names_its_card CHECK (kind <> 'approval'::text OR approval_id IS NOT NULL),
  CONSTRAINT attempt_counts_from_zero CHECK (attempt >= 0),
  CONSTRAINT attempts_before_are_past CHECK (attempts_before >= 0 AND attempts_before <= attempt),
  CONSTRAINT deadline_at_iff_active CHECK ((deadline_at IS NOT NULL) = (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]))),
  CONSTRAINT doc_type_is_known CHECK (doc_type = ANY (ARRAY['REGISTRY'::text, 'LEDGER'::text])),
  CONSTRAINT error_code_iff_failed CHECK ((error_code IS NOT NULL) = (status = 'FAILED'::text)),
  CONSTRAINT generation_is_never_in_doubt CHECK (kind <> 'generation'::text OR error_code <> 'OUTCOME_UNKNOWN'::text),
  CONSTRAINT input_is_an_object CHECK (jsonb_typeof(input) = 'object'::text),
  CONSTRAINT issuance_names_nest_and_document CHECK (kind <> 'issuance'::text OR nest_id IS NOT NULL AND doc_type IS NOT NULL),
  CONSTRAINT kind_is_known CHECK (kind = ANY (ARRAY['issuance'::text, 'ocr'::text, 'approval'::text, 'generation'::text])),
  CONSTRAINT missing_only_with_owner CHECK (worker_missing_since IS NULL OR worker_id IS NOT NULL),
  CONSTRAINT next_retry_only_while_waiting CHECK (next_retry_at IS NULL OR worker_id IS NULL AND status = 'PROCESSING'::text),
  CONSTRAINT ocr_names_its_document CHECK (kind <> 'ocr'::text OR document_id IS NOT NULL),
  CONSTRAINT owner_is_whole CHECK ((worker_id IS NULL) = (boot_id IS NULL)),
  CONSTRAINT owner_only_while_processing CHECK (worker_id IS NULL OR status = 'PROCESSING'::text),
  CONSTRAINT processing_has_started CHECK ((status <> ALL (ARRAY['PROCESSING'::text, 'SUCCESS'::text])) OR started_at IS NOT NULL AND attempt >= 1),
  CONSTRAINT progress_is_an_object CHECK (jsonb_typeof(progress) = 'object'::text),
  CONSTRAINT queued_only_without_owner CHECK (job_id IS NULL OR worker_id IS NULL AND (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]))),
  CONSTRAINT result_iff_success CHECK ((result IS NOT NULL) = (status = 'SUCCESS'::text)),
  CONSTRAINT result_is_an_object CHECK (jsonb_typeof(result) = 'object'::text),
  CONSTRAINT settled_at_iff_final CHECK ((settled_at IS NOT NULL) = (status = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text]))),
  CONSTRAINT started_only_by_a_claim CHECK (started_at IS NULL OR attempt >= 1),
  CONSTRAINT status_is_known CHECK (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'SUCCESS'::text, 'FAILED'::text])),
  CONSTRAINT task_belongs_to_user FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT task_pkey PRIMARY KEY (id),
  CONSTRAINT version_counts_from_one CHECK (version >= 1)
) WITH (fillfactor=80);
CREATE INDEX active_task_by_deadline ON public.task USING btree (deadline_at, id) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
CREATE INDEX active_task_of_user ON public.task USING btree (user_id) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
CREATE INDEX failed_task_by_code ON public.task USING btree (error_code, id) WHERE (error_code IS NOT NULL);
CREATE INDEX generation_of_user ON public.task USING btree (user_id, id) WHERE (kind = 'generation'::text);
CREATE INDEX issuance_of_nest ON public.task USING btree (nest_id, doc_type, created_at) WHERE (kind = 'issuance'::text);
CREATE INDEX issued_by_time ON public.task USING btree (doc_type, settled_at) WHERE ((kind = 'issuance'::text) AND (status = 'SUCCESS'::text));
CREATE INDEX ocr_of_document ON public.task USING btree (document_id, created_at) WHERE (kind = 'ocr'::text);
CREATE UNIQUE INDEX one_active_issuance ON public.task USING btree (nest_id, doc_type) WHERE ((kind = 'issuance'::text) AND (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])));
CREATE UNIQUE INDEX one_active_ocr ON public.task USING btree (document_id) WHERE ((kind = 'ocr'::text) AND (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])));
CREATE UNIQUE INDEX one_task_per_approval ON public.task USING btree (approval_id) WHERE (kind = 'approval'::text);
CREATE INDEX settled_task_by_time ON public.task USING btree (settled_at, kind, error_code) WHERE (settled_at IS NOT NULL);
CREATE INDEX settled_task_of_user ON public.task USING btree (user_id, settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX task_in_doubt ON public.task USING btree (settled_at) WHERE (error_code = 'OUTCOME_UNKNOWN'::text);
CREATE INDEX task_of_nest ON public.task USING btree (nest_id, id) WHERE (nest_id IS NOT NULL);
CREATE INDEX task_of_user ON public.task USING btree (user_id, id);
CREATE INDEX task_with_owner ON public.task USING btree (id) WHERE (worker_id IS NOT NULL);
CREATE INDEX task_without_owner ON public.task USING btree (id) WHERE ((worker_id IS NULL) AND (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])));

CREATE TABLE task_step (
  task_id text NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  attempt integer NOT NULL,
  idempotency_key text,
  output jsonb,
  error jsonb,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  reconcile_at timestamp(3) with time zone,
  CONSTRAINT error_iff_failed CHECK ((error IS NOT NULL) = (status = 'FAILED'::text)),
  CONSTRAINT finished_at_iff_over CHECK ((finished_at IS NOT NULL) = (status = ANY (ARRAY['DONE'::text, 'FAILED'::text]))),
  CONSTRAINT mode_is_known CHECK (mode = ANY (ARRAY['repeatable'::text, 'once'::text])),
  CONSTRAINT once_has_an_idempotency_key CHECK (mode <> 'once'::text OR idempotency_key IS NOT NULL),
  CONSTRAINT position_counts_from_one CHECK ("position" >= 1),
  CONSTRAINT started_at_unless_pending CHECK ((started_at IS NULL) = (status = 'PENDING'::text)),
  CONSTRAINT status_is_known CHECK (status = ANY (ARRAY['PENDING'::text, 'STARTED'::text, 'DONE'::text, 'FAILED'::text])),
  CONSTRAINT step_belongs_to_task FOREIGN KEY (task_id) REFERENCES task(id) ON DELETE CASCADE,
  CONSTRAINT task_step_pkey PRIMARY KEY (task_id, "position")
);
CREATE INDEX once_step_by_order ON public.task_step USING btree (COALESCE((output ->> 'orderNo'::text), idempotency_key)) WHERE (mode = 'once'::text);
CREATE INDEX once_step_in_doubt ON public.task_step USING btree (task_id) WHERE ((mode = 'once'::text) AND (status = 'STARTED'::text));

CREATE TABLE upload (
  document_id text NOT NULL,
  user_id text NOT NULL,
  nest_id text,
  doc_type text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  object_key text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT doc_type_is_known CHECK (doc_type = ANY (ARRAY['REGISTRY'::text, 'LEDGER'::text, 'PICTURE'::text])),
  CONSTRAINT size_is_positive CHECK (size_bytes > 0),
  CONSTRAINT upload_belongs_to_nest FOREIGN KEY (nest_id) REFERENCES nest(id) ON DELETE CASCADE,
  CONSTRAINT upload_belongs_to_user FOREIGN KEY (user_id) REFERENCES auth_user(id),
  CONSTRAINT upload_has_its_own_object UNIQUE (object_key),
  CONSTRAINT upload_names_its_object FOREIGN KEY (object_key) REFERENCES stored_object(key) ON DELETE CASCADE,
  CONSTRAINT upload_pkey PRIMARY KEY (document_id)
);
CREATE INDEX upload_of_nest ON public.upload USING btree (nest_id);
CREATE INDEX upload_of_user ON public.upload USING btree (user_id, expires_at);

CREATE OR REPLACE FUNCTION public.approval_snapshot(a approval, task_view jsonb, step_view jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT jsonb_build_object(
          'id', a.id,
          'version', a.version,
          'title', a.title,
          'summary', a.summary,
          'status', a.status,
          'steps', (
            SELECT jsonb_agg(
              CASE
                WHEN step_view ->> 'position' = p.position::text THEN step_view
                WHEN s.task_id IS NOT NULL THEN step_snapshot(s)
                ELSE jsonb_build_object(
                  'position', p.position, 'name', p.step ->> 'name', 'status', 'PENDING', 'attempt', 0,
                  'startedAt', NULL, 'finishedAt', NULL, 'error', NULL, 'output', NULL)
              END || jsonb_build_object('action', p.step ->> 'action')
              ORDER BY p.position)
            FROM jsonb_array_elements(a.plan) WITH ORDINALITY AS p (step, position)
            LEFT JOIN task_step s ON s.task_id = a.task_id AND s.position = p.position),
          'expiresAt', iso_time(a.expires_at),
          'requestedBy', a.requested_by,
          'requestedByName', (SELECT u."name" FROM auth_user u WHERE u."id" = a.requested_by),
          'decidedBy', a.decided_by,
          'decidedByName', (SELECT u."name" FROM auth_user u WHERE u."id" = a.decided_by),
          'decidedAt', iso_time(a.decided_at),
          'decisionNote', a.decision_note,
          'taskId', a.task_id,
          'task', task_view,
          'lastErrorCode', a.last_error_code,
          'lastErrorMessage', a.last_error_message,
          'restorable', a.restorable,
          'createdAt', iso_time(a.created_at))
      $function$;

CREATE OR REPLACE FUNCTION public.document_snapshot(d document, ocr_status text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT jsonb_build_object(
          'id', d.id,
          'docType', d.doc_type,
          'source', d.source,
          'fileName', d.file_name,
          'contentType', d.content_type,
          'sizeBytes', d.size_bytes,
          'sha256', d.sha256,
          'pages', d.pages,
          'analysis', CASE
            WHEN ocr_status IN ('PENDING', 'PROCESSING') THEN 'PENDING'
            WHEN ocr_status = 'SUCCESS' OR EXISTS (SELECT FROM document_text x WHERE x.document_id = d.id) THEN 'DONE'
            WHEN ocr_status = 'FAILED' THEN 'FAILED'
            ELSE 'NONE' END,
          'createdAt', iso_time(d.created_at))
      $function$;

CREATE OR REPLACE FUNCTION public.iso_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION public.mark_object_of_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          UPDATE stored_object SET has_document = true WHERE key = NEW.object_key;
        ELSE
          UPDATE stored_object SET has_document = false WHERE key = OLD.object_key;
        END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION public.nest_document(nest_id text, wanted text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT jsonb_build_object(
          'task', coalesce(
            (SELECT task_snapshot(t) FROM task t
             WHERE t.kind = 'issuance' AND t.nest_id = $1 AND t.doc_type = wanted
               AND t.status IN ('PENDING', 'PROCESSING')),
            (SELECT task_snapshot(t) FROM task t
             WHERE t.kind = 'issuance' AND t.nest_id = $1 AND t.doc_type = wanted
             ORDER BY t.created_at DESC, t.id DESC LIMIT 1)),
          'document', (SELECT document_snapshot(d, newest_ocr_status(d.id)) FROM document d
                       WHERE d.nest_id = $1 AND d.doc_type = wanted
                       ORDER BY d.created_at DESC, d.id DESC LIMIT 1))
      $function$;

CREATE OR REPLACE FUNCTION public.nest_snapshot(n nest)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT jsonb_build_object(
          'id', n.id,
          'version', n.version,
          'name', n.name,
          'roadAddress', n.road_address,
          'detailAddress', n.detail_address,
          'buildingType', n.building_type,
          'depositKrw', n.deposit_krw,
          'monthlyRentKrw', n.monthly_rent_krw,
          'landlordName', n.landlord_name,
          'contractFrom', n.contract_from,
          'contractTo', n.contract_to,
          'housePriceKrw', n.house_price_krw,
          'documents', jsonb_build_object(
            'REGISTRY', nest_document(n.id, 'REGISTRY'),
            'LEDGER', nest_document(n.id, 'LEDGER')),
          'createdAt', iso_time(n.created_at))
      $function$;

CREATE OR REPLACE FUNCTION public.newest_ocr_status(document_id text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT t.status FROM task t
        WHERE t.kind = 'ocr' AND t.document_id = $1
        ORDER BY t.created_at DESC, t.id DESC LIMIT 1
      $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $function$;

CREATE OR REPLACE FUNCTION public.step_snapshot(s task_step)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT jsonb_build_object(
          'position', s.position,
          'name', s.name,
          'status', s.status,
          'attempt', s.attempt,
          'startedAt', iso_time(s.started_at),
          'finishedAt', iso_time(s.finished_at),
          'error', s.error,
          'output', s.output)
      $function$;

CREATE OR REPLACE FUNCTION public.task_snapshot(t task)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
        SELECT jsonb_build_object(
          'id', t.id,
          'kind', t.kind,
          'status', t.status,
          'version', t.version,
          'errorCode', t.error_code,
          'pendingSince', CASE WHEN t.settled_at IS NULL THEN iso_time(t.pending_at) END,
          'timeoutAt', iso_time(t.deadline_at),
          'attempt', t.attempt,
          'lastErrorCode', t.last_error_code,
          'nextRetryAt', iso_time(t.next_retry_at),
          'workerId', t.worker_id,
          'progress', t.progress,
          'nestId', t.nest_id,
          'docType', t.doc_type,
          'approvalId', t.approval_id,
          'documentId', t.document_id,
          'result', t.result,
          'createdAt', iso_time(t.created_at),
          'startedAt', iso_time(t.started_at),
          'settledAt', iso_time(t.settled_at))
      $function$;

CREATE TRIGGER credit_entry_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER document_marks_its_object AFTER INSERT OR DELETE ON public.document FOR EACH ROW EXECUTE FUNCTION mark_object_of_document();

CREATE TRIGGER operator_action_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_action FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
