"""Made the openpyxl-*.xlsx beside it: python make_openpyxl.py FOLDER, with openpyxl 3.1.5."""
import datetime as d, sys, os
from openpyxl import Workbook
from openpyxl.styles import *
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.chart import *
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.label import DataLabelList
from openpyxl.formatting.rule import *
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableStyleInfo
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.protection import *
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.datetime import CALENDAR_MAC_1904
out=sys.argv[1]
def rules():
    wb=Workbook(); ws=wb.active; ws.title='Rules'
    for r in range(1,11):
        for c in range(1,9): ws.cell(r,c,(r*7+c*3)%20)
    cf=ws.conditional_formatting
    cf.add('A1:A10',ColorScaleRule(start_type='min',start_color='FF0000',end_type='max',end_color='00FF00'))
    cf.add('B1:B10',ColorScaleRule(start_type='num',start_value=1,start_color='F8696B',mid_type='percentile',mid_value=50,mid_color='FFEB84',end_type='max',end_color='63BE7B'))
    cf.add('C1:C10',IconSetRule('3TrafficLights1','percent',[0,33,67]))
    cf.add('D1:D10',DataBarRule('min',None,'max',None,color='638EC6'))
    cf.add('E1:E10',CellIsRule(operator='greaterThan',formula=['10'],fill=PatternFill(bgColor='FFC7CE'),font=Font(color='9C0006',bold=True)))
    cf.add('F1:F10',FormulaRule(formula=['MOD($F1,2)=0'],fill=PatternFill(bgColor='C6EFCE')))
    cf.add('G1:G10',CellIsRule(operator='between',formula=['5','$A$1'],font=Font(italic=True,color='0000FF')))
    cf.add('H1:H10',Rule(type='top10',rank=3,dxf=DifferentialStyle(fill=PatternFill(bgColor='FFFF00'))))
    cf.add('H1:H10',Rule(type='duplicateValues',dxf=DifferentialStyle(font=Font(strike=True))))
    ws['J1']='text here'; ws['J2']='other'; ws['J3']=None
    cf.add('J1:J3',Rule(type='containsText',operator='containsText',text='text',formula=['NOT(ISERROR(SEARCH("text",J1)))'],dxf=DifferentialStyle(font=Font(underline='single'))))
    cf.add('J1:J3',Rule(type='containsBlanks',formula=['LEN(TRIM(J1))=0'],dxf=DifferentialStyle(fill=PatternFill(bgColor='DDDDDD'))))
    dv=DataValidation(type='list',formula1='"Red,Green,Blue"',allow_blank=True); dv.add('L1:L5'); dv.error='Pick a colour'; dv.showErrorMessage=True
    dv2=DataValidation(type='list',formula1='=$A$1:$A$10'); dv2.add('M1:M5')
    dv3=DataValidation(type='whole',operator='between',formula1='1',formula2='10'); dv3.add('N1:N5')
    dv4=DataValidation(type='date',operator='greaterThan',formula1='DATE(2020,1,1)'); dv4.add('O1')
    dv5=DataValidation(type='custom',formula1='ISNUMBER(P1)'); dv5.add('P1')
    dv6=DataValidation(type='textLength',operator='lessThanOrEqual',formula1='5'); dv6.add('Q1')
    dv7=DataValidation(type='decimal',operator='greaterThanOrEqual',formula1='0.5'); dv7.add('R1')
    for x in (dv,dv2,dv3,dv4,dv5,dv6,dv7): ws.add_data_validation(x)
    ws['L1']='Red'; ws['M1']=10
    wb.save(f'{out}/openpyxl-rules.xlsx')
def charts():
    wb=Workbook(); ws=wb.active; ws.title='Data'
    ws.append(['Month','Sales','Cost','Rate'])
    for i,m in enumerate('Jan Feb Mar Apr May Jun'.split()): ws.append([m,100+i*13,60+i*7,0.1*i])
    cats=Reference(ws,min_col=1,min_row=2,max_row=7); data=Reference(ws,min_col=2,max_col=3,min_row=1,max_row=7)
    def add(c,at,t):
        c.title=t; ws.add_chart(c,at)
    b=BarChart(); b.add_data(data,titles_from_data=True); b.set_categories(cats); b.x_axis.title='Month'; b.y_axis.title='Money'; add(b,'F1','Columns')
    h=BarChart(); h.type='bar'; h.grouping='stacked'; h.overlap=100; h.add_data(data,titles_from_data=True); h.set_categories(cats); add(h,'F17','Stacked bars')
    l=LineChart(); l.add_data(data,titles_from_data=True); l.set_categories(cats); add(l,'F33','Lines')
    a=AreaChart(); a.add_data(data,titles_from_data=True); a.set_categories(cats); add(a,'P1','Areas')
    p=PieChart(); p.add_data(Reference(ws,min_col=2,min_row=1,max_row=7),titles_from_data=True); p.set_categories(cats); add(p,'P17','Pie')
    do=DoughnutChart(); do.add_data(Reference(ws,min_col=2,min_row=1,max_row=7),titles_from_data=True); do.set_categories(cats); add(do,'P33','Doughnut')
    s=ScatterChart(); s.series.append(SeriesFactory(Reference(ws,min_col=3,min_row=2,max_row=7),Reference(ws,min_col=2,min_row=2,max_row=7),title='Points')); add(s,'Z1','Scatter')
    rd=RadarChart(); rd.add_data(data,titles_from_data=True); rd.set_categories(cats); add(rd,'Z17','Radar')
    c1=BarChart(); c1.add_data(Reference(ws,min_col=2,min_row=1,max_row=7),titles_from_data=True); c1.set_categories(cats)
    c2=LineChart(); c2.add_data(Reference(ws,min_col=4,min_row=1,max_row=7),titles_from_data=True); c2.y_axis.axId=200; c2.y_axis.crosses='max'; c1+=c2; add(c1,'Z33','Combined')
    cs=wb.create_sheet('Only text'); cs['A1']='x'
    wb.save(f'{out}/openpyxl-charts.xlsx')
def book():
    wb=Workbook(); ws=wb.active; ws.title='Übersicht 日本'
    ws['A1']=CellRichText('Plain ',TextBlock(InlineFont(b=True,color='FFFF0000'),'bold red'),' end')
    ws['A2']='Notiz'; ws['A2'].comment=Comment('Check this\nplease','Ann')
    ws['B2']=3; ws['B2'].comment=Comment('ünï','Bob')
    ws['A3']='link'; ws['A3'].hyperlink='https://example.com/?a=1&b=2'; ws['A3'].style='Hyperlink'
    ws['A4']='inner'; ws['A4'].hyperlink="#'Hidden tab'!A1"
    ws['A5']='long '*1000
    ws['A6']='=SUM(B2:B2)'; ws['A7']="='Hidden tab'!A1&\" joined\""; ws['A8']="'quoted"; ws['A8'].quotePrefix=True if hasattr(ws['A8'],'quotePrefix') else None
    ws['A9']='=Tax*100'; ws['A10']='=SUM(Prices)'; ws['A11']=True; ws['A12']='#N/A'; ws['A13']='=1/0'; ws['A14']='0012'; ws['A14'].number_format='@'
    ws['A15']='line one\nline two'; ws['A15'].alignment=Alignment(wrap_text=True,vertical='top',horizontal='right',text_rotation=45,indent=0)
    for i in range(1,6): ws.cell(i,4,i*1.5)
    ws['E1']=ArrayFormula('E1:E5','=D1:D5*2')
    ws['F1']=ArrayFormula('F1','=SUM(D1:D5*D1:D5)')
    wb.defined_names['Tax']=DefinedName('Tax',attr_text='0.19')
    wb.defined_names['Prices']=DefinedName('Prices',attr_text="'Übersicht 日本'!$D$1:$D$5")
    h=wb.create_sheet('Hidden tab'); h['A1']='secret'; h.sheet_state='hidden'
    o=wb.create_sheet("It's & more"); o.sheet_properties.tabColor='FF8800'
    o['A1']='a'; o.row_dimensions.group(2,5,hidden=True); o.column_dimensions.group('C','E',hidden=False); o.row_dimensions[8].hidden=True; o.column_dimensions['H'].hidden=True
    for i in range(2,9): o.cell(i,1,i)
    o.freeze_panes='B2'; o.row_dimensions[1].height=40; o.column_dimensions['A'].width=30; o.sheet_view.showGridLines=False
    o.merge_cells('J1:L2'); o['J1']='merged'; o.auto_filter.ref='A1:A8'
    o.protection.sheet=True
    wb.save(f'{out}/openpyxl-book.xlsx')
def dates():
    wb=Workbook(); ws=wb.active; ws.title='D'
    rows=[(d.datetime(2024,2,29,13,45,30),'yyyy-mm-dd hh:mm:ss'),(d.date(1999,12,31),'dd/mm/yyyy'),(d.time(6,30),'h:mm AM/PM'),(d.timedelta(hours=30,minutes=5),'[h]:mm:ss'),(d.date(1900,3,1),'d mmm yyyy'),(0.5,'0.00%'),(1234567.891,'#,##0.00 "EUR"'),(-5,'#,##0;[Red]-#,##0'),(0.333,'# ?/?'),(1234.5,'_-* #,##0.00 [$€-407]_-'),(12345678,'0.00E+00'),(5,'"Nr. "0'),(0,'0;-0;"zero";@'),(1500000,'0.0,,"M"'),('txt','@"!"')]
    for i,(v,f) in enumerate(rows,1):
        ws.cell(i,1,v).number_format=f
        ws.cell(i,2,f'=A{i}')
    wb.save(f'{out}/openpyxl-dates1900.xlsx')
    wb=Workbook(); wb.epoch=CALENDAR_MAC_1904; ws=wb.active
    ws['A1']=d.date(2024,2,29); ws['A1'].number_format='yyyy-mm-dd'; ws['A2']='=A1+1'; ws['A2'].number_format='yyyy-mm-dd'; ws['A3']='=YEAR(A1)'; ws['A4']='=DATE(2024,3,1)'; ws['A4'].number_format='yyyy-mm-dd'; ws['A5']=d.datetime(2024,2,29,12); ws['A6']='=A4-A1'; ws['A7']=42; 
    wb.save(f'{out}/openpyxl-dates1904.xlsx')
def styles():
    wb=Workbook(); ws=wb.active; ws.title='Styles'
    sides=['thin','medium','thick','dashed','dotted','double','hair','mediumDashed','dashDot','slantDashDot']
    for i,s in enumerate(sides,1):
        c=ws.cell(i,1,s); x=Side(style=s,color='FF3366'); c.border=Border(left=x,right=x,top=x,bottom=x)
    for i,f in enumerate(['Arial','Calibri','Times New Roman','Courier New','Georgia'],1):
        c=ws.cell(i,3,f); c.font=Font(name=f,size=8+i*2,bold=i%2==0,italic=i%3==0,underline='single' if i==4 else None,strike=i==5,color='112233')
    for i,f in enumerate(['FFFF0000','FF00FF00','FF0000FF'],1):
        ws.cell(i,5,i).fill=PatternFill('solid',fgColor=f)
    from openpyxl.styles.colors import Color
    ws['E5']='theme'; ws['E5'].fill=PatternFill('solid',fgColor=Color(theme=4,tint=0.4)); ws['E5'].font=Font(color=Color(theme=0))
    ws['E6']='indexed'; ws['E6'].font=Font(color=Color(indexed=10))
    for i,(h,v) in enumerate([('left','top'),('center','center'),('right','bottom'),('justify','center')],1):
        ws.cell(i,7,'al').alignment=Alignment(horizontal=h,vertical=v,wrap_text=i==2)
    ws['G6']='rot'; ws['G6'].alignment=Alignment(text_rotation=90)
    for s in ('Good','Bad','Title','Headline 1','Currency','Percent','Comma'):
        ws.append([]); ws.cell(ws.max_row+1,9,3).style=s
    ws.merge_cells('K1:M3'); ws['K1']='mid'; ws['K1'].alignment=Alignment(horizontal='center',vertical='center')
    # table
    t=wb.create_sheet('Table'); t.append(['Fruit','2019','2020','Total'])
    for r in [['Apples',10,20],['Pears',5,6],['Plums',7,8]]: t.append(r+[None])
    for i in range(2,5): t.cell(i,4,f'=SUM(Harvest[[#This Row],[2019]:[2020]])')
    tab=Table(displayName='Harvest',ref='A1:D4'); tab.tableStyleInfo=TableStyleInfo(name='TableStyleMedium9',showRowStripes=True); t.add_table(tab)
    t['F1']='=SUM(Harvest[2020])'; t['F2']='=ROWS(Harvest)'
    wb.save(f'{out}/openpyxl-styles.xlsx')
for f in (rules,charts,book,dates,styles): f()
