import { readFast } from "./compiler/parse/fast.ts";
import { readExact } from "./compiler/parse/exact.ts";
import { refusedCharacters } from "./compiler/parse/characters.ts";
import { parseSource } from "./compiler/source.ts";
import { linesOf } from "./compiler/parse/lines.ts";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
const walk = (d: string): string[] => readdirSync(d,{withFileTypes:true}).flatMap(e => e.isDirectory()?walk(d+"/"+e.name):e.name.endsWith(".yaml")?[d+"/"+e.name]:[]);
const base = walk("funnels").map(f=>readFileSync(f,"utf8"));
base.push(...readFileSync("/tmp/snippets.txt","utf8").split("=====\n"));
let seed = Number(process.argv[2] ?? Date.now()%1e9); const N = Number(process.argv[3] ?? 20000);
console.log("seed", seed);
function rnd(n: number) { seed |= 0; seed = seed + 0x6D2B79F5 | 0; let t = Math.imul(seed ^ seed >>> 15, 1 | seed); t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t; return Math.floor(((t ^ t >>> 14) >>> 0) / 4294967296 * n); }
const ins = ["#"," #","# ",":",": "," :",":\n","- ","-","\n","\n\n"," ","  ","    ","\t","'","\"","''","[","]","{","}",",",", ","|","|\n",">","> ",">-\n","|+\n","|2\n","&a ","*a","!t ","!","%","@","`","?","? ","~","<<","<<: ","---\n","...\n","\r\n","\r","\\","\\n","\\\"","\\x","0","-1",".5","1e3","1e999","0x1F","0o7","007","null","true","Yes",".nan",".inf","é","😀","\u00a0","\u2028","\ufeff","\u0000","\u0085","\ud800","__proto__","constructor: 1\n","a: b\n","  - x\n","  # c\n","   ","\n \n","\n  \n","=", "//", "x", "k: "];
function pick<T>(a: readonly T[]): T { return a[rnd(a.length)]!; }
function mutate(t: string): string {
  const lines = () => t.split("\n");
  switch (rnd(12)) {
    case 0: { const l = lines(); l.splice(rnd(l.length), 1+rnd(2)); return l.join("\n"); }
    case 1: { const l = lines(); const i = rnd(l.length); l.splice(i, 0, l[rnd(l.length)]!); return l.join("\n"); }
    case 2: { const l = lines(); const i = rnd(l.length); l[i] = " ".repeat(rnd(8)) + l[i]!.trimStart(); return l.join("\n"); }
    case 3: { const i = rnd(t.length+1); return t.slice(0,i)+t.slice(i+1+rnd(3)); }
    case 4: { const i = rnd(t.length+1); return t.slice(0,i)+String.fromCharCode(t.charCodeAt(i)^(1<<rnd(7)))+t.slice(i+1); }
    case 5: { const l = lines(); const i = rnd(l.length), j=rnd(l.length); [l[i],l[j]]=[l[j]!,l[i]!]; return l.join("\n"); }
    case 6: { const l = lines(); const i = rnd(l.length); l[i] = l[i] + pick(ins); return l.join("\n"); }
    case 7: { const l = lines(); const i = rnd(l.length); l[i] = l[i]!.replace(/^( *(?:- )?)/, (m)=>m+pick(ins)); return l.join("\n"); }
    case 8: { const l = lines(); const i = rnd(l.length); l[i] = l[i]!.replace(/: /, (m)=>m+pick(ins)); return l.join("\n"); }
    case 9: { const l = lines(); const i = rnd(l.length); const k = rnd(l[i]!.length+1); l.splice(i,1,l[i]!.slice(0,k), " ".repeat(rnd(10))+l[i]!.slice(k)); return l.join("\n"); }
    default: { const i = rnd(t.length+1); return t.slice(0,i)+pick(ins)+t.slice(i); }
  }
}
let fast=0, ok=0, bad=0, slowest=0;
for (let n=0;n<N;n++) {
  const b = pick(base).split("\n"); const start = rnd(Math.max(1,b.length-5)); const len = rnd(4)===0? 3 : 5+rnd(30);
  const ind = (l: string) => l.trim()===""||l.trim().startsWith("#") ? 99 : l.match(/^ */)![0].length;
  const m = ind(b[start]!) === 99 ? 0 : ind(b[start]!);
  const sl: string[] = []; for (const l of b.slice(start, start+len)) { if (ind(l)<m) break; sl.push(l.slice(m)); }
  let t = "root:\n" + sl.map(l=>l?"  "+l:l).join("\n");
  if (rnd(3)===0) { t = b.slice(0, 3+rnd(60)).join("\n"); }
  if (!t.endsWith("\n") && rnd(4)) t += "\n";
  for (let k=rnd(4);k>0;k--) t = mutate(t);
  if (rnd(20)===0) t = t.replaceAll("\n","\r\n");
  const t0=performance.now();
  try {
    const r = parseSource("f.yaml", t);
    if (r.kind==="refused") { if (r.diagnostics.length===0) throw new Error("no diagnostics"); for (const d of r.diagnostics) if (!(d.at.line>=1&&d.at.column>=1&&d.at.endColumn>=1)) throw new Error("bad span"); }
    else ok++;
  } catch (e) { console.log("THROW", e, JSON.stringify(t)); bad++; }
  const took=performance.now()-t0; if (took>slowest) slowest=took;
  const f = readFast(t);
  if (f.kind==="read") { fast++;
    const body = t;
    const refused = refusedCharacters(body);
    const e = readExact(body, linesOf("f", body));
    if (refused.length>0 || e.kind!=="read" || !isDeepStrictEqual(e.data, f.data)) { bad++; console.log("DIFF", JSON.stringify(t), "\n fast", JSON.stringify(f.data), "\n exact", e.kind==="read"?JSON.stringify(e.data):JSON.stringify(e.findings)); }
  }
  if (bad>8) break;
}
console.log({N, fast, ok, bad, slowest});
