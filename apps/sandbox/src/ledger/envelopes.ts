import type { Response } from 'express';
import type { LedgerError } from './wishes.ts';

/** The gateway's own envelope: XML with HTTP 200, whatever form was asked for. */
function gateway(response: Response, code: string, message: string): void {
  response
    .type('xml')
    .send(
      `<OpenAPI_ServiceResponse>\n<cmmMsgHeader>\n<errMsg>SERVICE ERROR</errMsg>\n<returnAuthMsg>${message}</returnAuthMsg>\n<returnReasonCode>${code}</returnReasonCode>\n</cmmMsgHeader>\n</OpenAPI_ServiceResponse>`,
    );
}

export const sendBadKey = (response: Response): void =>
  gateway(response, '30', 'SERVICE_KEY_IS_NOT_REGISTERED_ERROR');

const html502 = (response: Response): void => {
  response
    .status(502)
    .type('html')
    .send(
      '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>',
    );
};

/** The service behind a fault of the control API. */
export const sendDown = html502;

const SENDERS: Record<LedgerError, (response: Response) => void> = {
  application: (response) => gateway(response, '1', 'APPLICATION_ERROR'),
  quota: (response) => gateway(response, '22', 'LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR'),
  expired: (response) => gateway(response, '31', 'DEADLINE_HAS_EXPIRED_ERROR'),
  withdrawn: (response) => gateway(response, '12', 'NO_OPENAPI_SERVICE_ERROR'),
  parameter: (response) => {
    response.json({
      response: { header: { resultCode: '10', resultMsg: 'INVALID_REQUEST_PARAMETER_ERROR' } },
    });
  },
  json: (response) => {
    const cmmMsgHeader = {
      errMsg: 'SERVICE ERROR',
      returnAuthMsg: 'SERVICE_KEY_IS_NOT_REGISTERED_ERROR',
      returnReasonCode: '30',
    };
    response.json({ OpenAPI_ServiceResponse: { cmmMsgHeader } });
  },
  flat: (response) => {
    const responseTime = '2026-01-01T00:00:00.000';
    response.json({ responseTime, resultCode: '10', resultMsg: 'INVALID_REQUEST_PARAMETER_ERROR' });
  },
  plain: (response) => {
    response.type('text').send('Unexpected errors');
  },
  html: html502,
  busy: (response) => {
    response.status(429).set('Retry-After', '1').type('text').send('API rate limit exceeded');
  },
};

export const sendError = (response: Response, error: LedgerError): void => SENDERS[error](response);
