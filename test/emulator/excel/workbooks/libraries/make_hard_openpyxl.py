"""Made openpyxl-hard.xlsx: python make_hard_openpyxl.py, with openpyxl 3.0.9."""
import openpyxl, datetime
from openpyxl.styles import *
from openpyxl.styles.fills import Stop
from openpyxl.chart import *
from openpyxl.chart.series import SeriesLabel

from openpyxl.formatting.rule import *
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.comments import Comment
from openpyxl.worksheet.table import Table, TableStyleInfo
wb=openpyxl.Workbook(); ws=wb.active; ws.title="Main 'quoted'"
ws['A1']='grad'; ws['A1'].fill=GradientFill(type='linear',degree=90,stop=('FF00FF00','FF0000FF'))
ws['A2']='path'; ws['A2'].fill=GradientFill(type='path',left=.5,right=.5,top=.5,bottom=.5,stop=[Stop(Color(theme=5),0),Stop(Color('FFFFFFFF'),1)])
for i,s in enumerate(['thin','medium','thick','double','dashed','dotted','hair','mediumDashed','dashDot','mediumDashDot','dashDotDot','mediumDashDotDot','slantDashDot']):
    c=ws.cell(row=4,column=1+2*i,value=s); sd=Side(style=s,color='FF0000FF'); c.border=Border(left=sd,top=sd,right=Side(style='double',color='FFFF0000'),bottom=sd)
ws['A6']='theme'; ws['A6'].fill=PatternFill('solid',fgColor=Color(theme=4,tint=0.4)); ws['A6'].font=Font(color=Color(theme=1,tint=0.2),name='Cambria',sz=14,vertAlign='superscript')
ws['A7']='indexed'; ws['A7'].fill=PatternFill('solid',fgColor=Color(indexed=10)); ws['A7'].font=Font(color=Color(indexed=12))
ws['A8']=datetime.datetime(2024,2,29,13,45,30); ws['A9']=datetime.date(1900,1,15); ws['A10']=datetime.time(6,30); ws['A11']=datetime.timedelta(hours=30); ws['A12']=True; ws['A13']='#N/A'; ws['A14']='=SUM(B20:B25)'; ws['A15']=1e-300; ws['A16']=123456789012345678; ws['A17']=-0.1; ws['A18']='  lead'; ws['A19']='tab\there'
ws['A20']="'apost"; ws['A20'].quotePrefix=True
ws['A21']='=INDIRECT("B"&20)'; ws['A22']='=_xlfn.XLOOKUP(2,B20:B25,C20:C25,"no")'; ws['A23']='=_xlfn.TEXTJOIN(", ",TRUE,B20:B25)'; ws['A24']='=SUMPRODUCT((B20:B25>2)*(C20:C25))'; ws['A25']='=Other!A1+\'It\'\'s\'!B2'
ws['A26']='=HYPERLINK("https://e.com","click")'; ws['A27']='=COUNTIFS(B20:B25,">=2",C20:C25,"<>")'; ws['A28']='=TEXT(1234.5,"#,##0.00")&" €"'; ws['A29']='=-2^2'; ws['A30']='=50%'; ws['A31']='=SUM(B:B)'; ws['A32']='=SUM(20:20)-B20'; ws['A33']='={1,2;3,4}'; ws['A34']='=MY_NAME*2'; ws['A35']='=IF(A12,"yes","no")'; ws['A36']='=A99999'; ws['A37']='=NOTAFUNCTION(1)'; ws['A38']='=B20:B25 C20'; ws['A39']='=YEAR(A8)'; ws['A40']='=SUBTOTAL(9,B20:B25)';ws['A41']='=AGGREGATE(9,6,B20:B25)'
for i in range(6): ws.cell(row=20+i,column=2,value=i); ws.cell(row=20+i,column=3,value=i*i)
ws["E20"]="=B20:B25*C20:C25"; ws.formula_attributes["E20"]={"t":"array","ref":"E20:E25"}
ws['B1']='cm'; ws['B1'].comment=Comment('Hello note','An author',width=300,height=100)
ws['B2']='link'; ws['B2'].hyperlink='mailto:a@b.c?subject=x y'; ws['B3']='doc'; ws['B3'].hyperlink='file.xlsx'
ws.merge_cells('H1:I2'); ws['H1']='m'
for r in ws['H1:I2']:
    for c in r: c.border=Border(left=Side('thin'),right=Side('thin'),top=Side('thin'),bottom=Side('double'))
ws.merge_cells('K1:K3')
ws['B6'].alignment=Alignment(horizontal='right',vertical='top',wrap_text=True,textRotation=30,indent=1,shrinkToFit=True); ws['B6']='al'
ws['B7'].alignment=Alignment(textRotation=255); ws['B7']='vert'; ws['B8']=' '; 
cf=ws.conditional_formatting
cf.add('B20:B25',IconSetRule('4TrafficLights','num',[0,1,2,3])); cf.add('C20:C25',DataBarRule('min',None,'max',None,color='FF638EC6')); cf.add('B20:C25',FormulaRule(['$B20=3'],fill=PatternFill(bgColor='FFFF00'),font=Font(strike=True),border=Border(top=Side('thin')))); cf.add('D20:D25',ColorScaleRule('num',0,'FF00FF00','percentile',50,'FFFFFFFF','max',None,'FFFF0000')); cf.add('B20 D21:D22',CellIsRule('notEqual',['5'],fill=PatternFill(bgColor='FF0000'))); cf.add('E20:E22',Rule(type='timePeriod',timePeriod='yesterday',dxf=None,formula=['FLOOR(E20,1)=TODAY()-1'],dxfId=0)); cf.add('E20:E25',Rule(type='notContainsErrors',formula=['NOT(ISERROR(E20))'],stopIfTrue=True))
for t,kw in [('list',dict(formula1='"a,b c,d"',allow_blank=False)),('list',dict(formula1="Other!$A$1:$A$3")),('list',dict(formula1='MY_LIST')),('list',dict(formula1='INDIRECT("B20:B25")')),('whole',dict(operator='notEqual',formula1='5')),('decimal',dict(operator='lessThanOrEqual',formula1='B20')),('date',dict(operator='between',formula1='45000',formula2='46000')),('time',dict(operator='greaterThan',formula1='0.5')),('textLength',dict(operator='equal',formula1='3')),('custom',dict(formula1='ISNUMBER(J1)'))]:
    dv=DataValidation(type=t,showErrorMessage=True,prompt='p',promptTitle='t',showInputMessage=True,**kw); ws.add_data_validation(dv); dv.add('J%d'%(len(ws.data_validations.dataValidation)+19))
o=wb.create_sheet('Other'); 
for i in range(5): o.append([i,i*1.5,'t%d'%i])
it=wb.create_sheet("It's"); it['B2']=7; it.sheet_state='hidden'
wb.defined_names.append(DefinedName('MY_NAME',attr_text='Other!$B$2')); wb.defined_names.append(DefinedName('MY_LIST',attr_text='Other!$C$1:$C$5'))
ws.freeze_panes='B3'; ws.row_dimensions.group(50,55,hidden=True); ws.column_dimensions.group('M','O',outline_level=1); ws.column_dimensions['C'].width=40; ws.row_dimensions[6].height=50; ws.column_dimensions['D'].hidden=True
ws.sheet_properties.tabColor='1072BA'; ws.sheet_view.showGridLines=False; ws.sheet_view.rightToLeft=False; ws.auto_filter.ref='B19:C25'; ws.auto_filter.add_filter_column(0,['1','2']); ws['B19']='f1'; ws['C19']='f2'
t=wb.create_sheet('Tab'); t.append(['Name','Q1','Q2']); 
for r in [['x',1,2],['y',3,4],['z',5,6]]: t.append(r)
tb=Table(displayName='Tbl',ref='A1:C4'); tb.tableStyleInfo=TableStyleInfo(name='TableStyleMedium9',showRowStripes=True,showFirstColumn=True); t.add_table(tb)
t['E1']='=SUM(Tbl[Q1])'
def mk(C,**k):
    c=C(); d=Reference(t,min_col=2,max_col=3,min_row=1,max_row=4); c.add_data(d,titles_from_data=k.pop('tfd',True)); c.set_categories(Reference(t,min_col=1,min_row=2,max_row=4)); c.title=C.__name__
    for a,b in k.items(): setattr(c,a,b)
    return c
t.add_chart(mk(BarChart,type='bar',grouping='stacked',overlap=100),'A10'); t.add_chart(mk(AreaChart,grouping='percentStacked'),'J10'); t.add_chart(mk(LineChart),'A30'); t.add_chart(mk(PieChart),'J30'); t.add_chart(mk(DoughnutChart),'A50')
lc=mk(LineChart); lc.series[0].tx=SeriesLabel(v='Literal Ä'); lc.series[1].tx=SeriesLabel(v='Second'); t.add_chart(lc,'J50')
sc=ScatterChart(); s=Series(Reference(t,min_col=3,min_row=2,max_row=4),Reference(t,min_col=2,min_row=2,max_row=4),title='pts'); sc.series.append(s); t.add_chart(sc,'A70')
bu=BubbleChart(); bu.series.append(Series(values=Reference(t,min_col=3,min_row=2,max_row=4),xvalues=Reference(t,min_col=2,min_row=2,max_row=4),zvalues=Reference(t,min_col=2,min_row=2,max_row=4),title='bub')); t.add_chart(bu,'J70')
b=mk(BarChart); l=LineChart(); l.add_data(Reference(t,min_col=3,min_row=1,max_row=4),titles_from_data=True); l.y_axis.axId=200; l.y_axis.crosses='max'; b+=l; t.add_chart(b,'A90')
cs=wb.create_chartsheet('Only chart'); cs.add_chart(mk(BarChart))
cs2=wb.create_chartsheet('Only pie'); cs2.add_chart(mk(PieChart)); cs2.sheet_state='hidden'
wb.save('openpyxl-hard.xlsx')
