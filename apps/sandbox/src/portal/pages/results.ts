import { type Html, html } from '../../html.ts';
import { PORTAL_PATH } from '../portal.ts';
import type { RegistryRecord } from '../records.ts';
import { frame } from './frame.ts';
import { searchForm } from './main.ts';

export function resultsPage(address: string, records: readonly RegistryRecord[]): Html {
  return frame(
    { title: '검색결과', loggedIn: true, stage: 1, path: ['열람·발급', '간편검색'] },
    html`<h1>부동산 검색결과</h1>
${searchForm(address)}
${records.length === 0 ? nothing() : list(records)}`,
  );
}

/** The form again, with what was wrong about the text. */
export function badSearchPage(address: string, error: string): Html {
  return frame(
    { title: '간편검색', loggedIn: true, stage: 1, path: ['열람·발급', '간편검색'] },
    html`<h1>부동산 검색</h1>${searchForm(address, error)}`,
  );
}

function nothing(): Html {
  return html`<p id="no-result" class="empty" role="status">검색결과가 없습니다.<br><small>주소와 동·호수를 다시 확인해 주십시오.</small></p>`;
}

function list(records: readonly RegistryRecord[]): Html {
  return html`<p class="count">총 <b>${records.length}</b>건이 검색되었습니다. 구분과 상태, 동·층·호를 확인하고 선택하십시오.</p>
<div class="scroll"><table id="result-list" class="list stackable">
<caption class="hidden">부동산 검색결과</caption>
<thead><tr><th scope="col">구분</th><th scope="col">부동산 소재지번</th><th scope="col">동</th><th scope="col">층</th><th scope="col">호</th><th scope="col">상태</th><th scope="col">선택</th></tr></thead>
<tbody>${records.map(row)}</tbody>
</table></div>`;
}

function row(record: RegistryRecord): Html {
  const closed = record.state === '폐쇄';
  return html`<tr class="result-row" data-unique-number="${record.uniqueNumber}">
<td class="cell-kind" data-label="구분">${record.kind}</td>
<td data-label="소재지번"><span class="cell-address">${record.address}</span><span class="road-address">[도로명] ${record.roadAddress}</span><span class="unique">고유번호 ${record.uniqueNumber}</span></td>
<td class="cell-dong" data-label="동">${record.dong}</td>
<td class="cell-floor" data-label="층">${record.floor}</td>
<td class="cell-unit" data-label="호">${record.unit}</td>
<td data-label="상태"><span class="cell-state badge${closed ? ' off' : ''}">${record.state}</span></td>
<td data-label="선택"><a class="choose-record button small" href="${PORTAL_PATH}/apply?record=${record.uniqueNumber}"
 aria-label="${`${record.kind} ${record.address} ${record.state} 선택`}">선택</a></td>
</tr>`;
}
