import { readFast } from "./compiler/parse/fast.ts";
import { isPlainYaml } from "./compiler/parse/plain-yaml.ts";
import { parseSource } from "./compiler/source.ts";
import { readFileSync, readdirSync } from "node:fs";
import * as Y from "yaml";
import { load } from "js-yaml";
const walk = (d: string): string[] => readdirSync(d,{withFileTypes:true}).flatMap(e => e.isDirectory()?walk(d+"/"+e.name):e.name.endsWith(".yaml")?[d+"/"+e.name]:[]);
for (const f of walk("funnels")) {
  const t = readFileSync(f,"utf8"); const r = readFast(t);
  console.log(f, t.length, r.kind, isPlainYaml(t), r.kind==="read" && JSON.stringify(r.data)===JSON.stringify(Y.parse(t)));
  if (r.kind==="read" && t.length>9000) { for (let k=0;k<3;k++){ let a=performance.now(); for(let i=0;i<100;i++) parseSource(f,t); let b=performance.now(); for(let i=0;i<100;i++) isPlainYaml(t); let c=performance.now();  for(let i=0;i<100;i++) load(t); let d=performance.now(); for(let i=0;i<20;i++) Y.parse(t); let e=performance.now(); console.log("fast ms", ((b-a)/100).toFixed(3), "scan", ((c-b)/100).toFixed(3), "js-yaml", ((d-c)/100).toFixed(3), "yaml", ((e-d)/20).toFixed(3)); } }
}
